"use client";

import { lazy, useEffect, useMemo } from "react";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { alertList, forgetAlerts, readAlerts } from "#components/trading/alerts/alert-list.ts";
import { isReached } from "#components/trading/alerts/alert-order.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import { useStore } from "#components/ui/use-store.ts";

const AlertLines = lazy(() => import("./alert-lines.tsx"));

/** For alerts that another device has set. Those of this page are known, and it looks again when it becomes visible. */
const READ_EVERY_MS = 300_000;
/** An alert fires within this time after the mark has reached it. */
const FIRES_WITHIN_MS = 4_000;

/** The alerts of this market on the chart. Reads them with a session, and again when one has been reached. */
export function MarketAlerts({ chart }: { chart: PriceChart }) {
  const { symbol } = useMarket();
  const store = useMarketStore();
  const { results } = useStore(alertList);
  const alerts = useMemo(
    () => (results ?? []).filter(({ market }) => market === symbol),
    [results, symbol],
  );
  useEffect(() => {
    void readAlerts();
    return forgetAlerts;
  }, []);
  useReadAgain(() => void readAlerts(), READ_EVERY_MS);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const mark = store.get("mark");
      if (mark === undefined || timer !== undefined) return;
      if (!alerts.some((alert) => alert.armed && isReached(alert, mark))) return;
      timer = setTimeout(() => {
        timer = undefined;
        void readAlerts();
      }, FIRES_WITHIN_MS);
    };
    look();
    const off = store.subscribe("mark", look);
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [alerts, store]);
  return alerts.length === 0 ? null : <AlertLines chart={chart} alerts={alerts} />;
}

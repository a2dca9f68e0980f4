"use client";

import { lazy, type RefObject, useMemo } from "react";
import { useOpenOrders, usePositions } from "#components/trading/account-reads/use-account.ts";
import { chartSettings } from "#components/trading/chart/series/chart-settings.ts";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useWrites } from "#components/trading/writes/use-orders.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { linesOf } from "./lines.ts";
import { MarketAlerts } from "./market-alerts.tsx";

const LineLayer = lazy(() => import("./line-layer.tsx"));
const FillMarks = lazy(() => import("./fill-marks.tsx"));

type OwnLinesProps = {
  chart: PriceChart;
  wording: Wording;
  surface: RefObject<HTMLDivElement | null>;
};

/**
 * The account's layer of the chart. Loaded with a session; the code that draws is loaded when there is something to
 * draw.
 */
export default function OwnLines({ chart, wording, surface }: OwnLinesProps) {
  const { symbol } = useMarket();
  const orders = useOpenOrders().data;
  const positions = usePositions().data;
  const writes = useWrites();
  const { fills } = useStore(chartSettings);
  const lines = useMemo(
    () => linesOf(symbol, { orders: orders ?? [], positions: positions ?? [], writes }),
    [symbol, orders, positions, writes],
  );
  return (
    <LazyBoundary onFailure={ignore}>
      {lines.length > 0 ? (
        <LineLayer
          chart={chart}
          wording={wording}
          surface={surface}
          lines={lines}
          writes={writes}
          read={orders !== undefined}
        />
      ) : null}
      {fills ? <FillMarks chart={chart} /> : null}
      <MarketAlerts chart={chart} />
    </LazyBoundary>
  );
}

/** The chart works without its lines; the boundary has shown a message. */
function ignore(): void {}

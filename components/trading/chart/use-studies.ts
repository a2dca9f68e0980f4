"use client";

import { type RefObject, useEffect } from "react";
import { useFormat } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useViewState } from "#components/trading/view/view-state.tsx";
import { marketScale } from "#lib/protocol/markets.ts";
import type { StudySetting } from "./chart-settings.ts";
import type { LegendWriter } from "./legend-writer.ts";
import type { PriceChart } from "./price-chart.ts";

/** Draws the chosen indicators; their code is fetched when there is one. */
export function useStudies(
  chart: PriceChart | undefined,
  legend: RefObject<LegendWriter | undefined>,
  settings: readonly StudySetting[],
): void {
  const format = useFormat();
  const market = useMarket();
  const { interval } = useViewState();
  useEffect(() => {
    if (!chart || settings.length === 0) return;
    let gone = false;
    let stop: (() => void) | undefined;
    const { priceDecimals } = marketScale(market);
    import("./study-layer.ts").then(
      ({ StudyLayer }) => {
        if (gone) return;
        const layer = new StudyLayer({ chart, settings, interval, priceDecimals, format });
        legend.current?.setStudies((start) => layer.valuesAt(start));
        stop = () => {
          layer.stop();
          legend.current?.setStudies(undefined);
        };
      },
      // Without the indicators the chart itself is whole; the legend shows them without values.
      () => undefined,
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [chart, legend, settings, interval, market, format]);
}

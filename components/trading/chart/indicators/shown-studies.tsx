"use client";

import { type RefObject, useEffect, useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { LegendWriter } from "#components/trading/chart/series/legend-writer.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { StudyLayer } from "./study-layer.ts";
import { studyColour, studyKey, studyLines, studyName } from "./study-names.ts";
import { studiesOf } from "./study-settings.ts";

type ShownStudiesProps = {
  chart: PriceChart | undefined;
  legend: RefObject<LegendWriter | undefined>;
  /** As stored. */
  stored: readonly unknown[];
};

/** Draws the chosen indicators, and is their rows of the legend. */
export default function ShownStudies({ chart, legend, stored }: ShownStudiesProps) {
  const text = useText("chart");
  const format = useFormat();
  const market = useMarket();
  const { interval } = useViewState();
  const settings = useMemo(() => studiesOf(stored), [stored]);
  useEffect(() => {
    if (!chart) return;
    const { priceDecimals } = marketScale(market);
    const layer = new StudyLayer({ chart, settings, interval, priceDecimals, format });
    const writer = legend.current;
    writer?.setStudies((start) => layer.valuesAt(start));
    return () => {
      layer.stop();
      writer?.setStudies(undefined);
    };
  }, [chart, legend, settings, interval, market, format]);
  return settings.map((study) => (
    <div key={study.id} className="flex gap-x-2">
      <bdi className="text-ink-faint">{studyName(study, text)}</bdi>
      {studyLines(study.kind).map((line) => (
        <span key={line} data-value={studyKey(study, line)} style={{ color: studyColour(study) }} />
      ))}
    </div>
  ));
}

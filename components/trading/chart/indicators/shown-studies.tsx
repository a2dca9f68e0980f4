"use client";

import { type RefObject, useEffect, useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { LegendWriter } from "#components/trading/chart/series/legend-writer.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { StudyLayer } from "./study-layer.ts";
import { studyColour, studyKey, studyName } from "./study-names.ts";
import { type StudySetting, studiesOf } from "./study-settings.ts";
import { type StudyLine, studyRow } from "./study-table.ts";
import { StudyTexts } from "./study-texts.tsx";

type ShownStudiesProps = {
  chart: PriceChart | undefined;
  legend: RefObject<LegendWriter | undefined>;
  /** As stored. */
  stored: readonly unknown[];
};

/** Draws the chosen indicators, and is their rows of the legend. */
export default function ShownStudies({ chart, legend, stored }: ShownStudiesProps) {
  const format = useFormat();
  const market = useMarket();
  const { interval } = useViewState();
  const settings = useMemo(() => studiesOf(stored), [stored]);
  useEffect(() => {
    if (!chart) return;
    const { priceDecimals } = marketScale(market);
    const writer = legend.current;
    const onValues = () => writer?.setStudies((start) => layer.valuesAt(start));
    const { symbol } = market;
    const layer = new StudyLayer({
      chart,
      settings,
      market: symbol,
      interval,
      priceDecimals,
      format,
      onValues,
    });
    return () => {
      layer.stop();
      writer?.setStudies(undefined);
    };
  }, [chart, legend, settings, interval, market, format]);
  return (
    <StudyTexts>
      {settings.map((study) => (
        <StudyRow key={study.id} study={study} />
      ))}
    </StudyTexts>
  );
}

function StudyRow({ study }: { study: StudySetting }) {
  const text = useText("studies");
  return (
    <div className="flex flex-wrap gap-x-2">
      <bdi className="text-ink-faint">{studyName(study, text)}</bdi>
      {studyRow(study.kind).lines.map((line) => (
        <span
          key={line.name}
          data-value={studyKey(study, line.name)}
          style={{ color: lineColour(study, line) }}
        />
      ))}
    </div>
  );
}

function lineColour(study: StudySetting, { tone }: StudyLine): string {
  return tone ? `var(--${tone})` : studyColour(study);
}

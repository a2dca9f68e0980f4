/** Moves the view of a chart, for what is loaded when it is used. */
import type { ShownBar } from "./bar-series.ts";
import { timeOf } from "./chart-points.ts";
import type { PriceChart } from "./price-chart.ts";

/** Moves the view by bars; negative into the past. */
export function scrollBy({ chart }: PriceChart, bars: number): void {
  const scale = chart.timeScale();
  scale.scrollToPosition(scale.scrollPosition() + bars, false);
}

/** Scrolls a bar into view, as little as possible. */
export function reveal(chart: PriceChart, index: number): void {
  const range = chart.chart.timeScale().getVisibleLogicalRange();
  if (!range) return;
  if (index < range.from) scrollBy(chart, index - range.from);
  else if (index > range.to) scrollBy(chart, index - range.to);
}

export function zoom({ chart }: PriceChart, factor: number): void {
  const scale = chart.timeScale();
  const { barSpacing } = scale.options();
  scale.applyOptions({ barSpacing: Math.min(60, Math.max(1, barSpacing * factor)) });
}

/** Puts the crosshair on a bar, or removes it. */
export function point({ chart, candles }: PriceChart, bar: ShownBar | undefined): void {
  if (bar) chart.setCrosshairPosition(Number(bar.close), timeOf(bar), candles);
  else chart.clearCrosshairPosition();
}

/** Stops automatic scaling while something is held, so that it stays under the pointer; the result lets it go on. */
export function holdScale({ candles }: PriceChart): () => void {
  const scale = candles.priceScale();
  const { autoScale } = scale.options();
  scale.applyOptions({ autoScale: false });
  return () => scale.applyOptions({ autoScale });
}

/** Draws the bars in another style than candles. Loaded with the first such style. */
import { type ISeriesApi, LineSeries } from "lightweight-charts";
import type { ShownBar } from "./bar-series.ts";
import { candleColours, timeOf } from "./chart-points.ts";
import type { BarStyle } from "./chart-settings.ts";
import type { PriceChart } from "./price-chart.ts";

const NO_COLOUR = "transparent";

/** Candles with an outline, or a line of the closes, until the returned function is called. */
export function styleBars(chart: PriceChart, style: Exclude<BarStyle, "candles">): () => void {
  const line = style === "line" ? addLine(chart) : undefined;
  const colour = () => {
    chart.candles.applyOptions(line ? unseen : outlined(chart));
    line?.applyOptions({ color: chart.colours.accent });
  };
  const draw = (last: ShownBar | undefined) =>
    last ? line?.update(toClose(last)) : line?.setData(chart.bars.map(toClose));
  colour();
  draw(undefined);
  const offs = [chart.onColours(colour), chart.onBars(draw)];
  return () => {
    for (const off of offs) off();
    if (line) chart.chart.removeSeries(line);
    chart.candles.applyOptions(candleColours(chart.colours));
  };
}

/** The candles stay where they cannot be seen: the price scale and all lines belong to them. */
const unseen = candleColours({ up: NO_COLOUR, down: NO_COLOUR });

function outlined({ colours }: PriceChart) {
  const { up, down, surface } = colours;
  return {
    ...candleColours(colours),
    upColor: surface,
    borderVisible: true,
    borderUpColor: up,
    borderDownColor: down,
  };
}

function addLine({ chart }: PriceChart): ISeriesApi<"Line"> {
  return chart.addSeries(LineSeries, {
    lineWidth: 2,
    lastValueVisible: false,
    priceLineVisible: false,
  });
}

function toClose(bar: ShownBar) {
  return { time: timeOf(bar), value: Number(bar.close) };
}

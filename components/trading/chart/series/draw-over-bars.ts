import type { ISeriesPrimitive, Time } from "lightweight-charts";
import type { PriceChart } from "./price-chart.ts";

type Target = {
  useMediaCoordinateSpace: (run: (scope: { context: CanvasRenderingContext2D }) => void) => void;
};

/** Draws over the bars at each paint, in CSS pixels, until the returned function is called. */
export function drawOverBars(
  chart: PriceChart,
  draw: (context: CanvasRenderingContext2D) => void,
): () => void {
  const renderer = {
    draw: (target: Target) => target.useMediaCoordinateSpace(({ context }) => draw(context)),
  };
  const views = [{ zOrder: () => "top" as const, renderer: () => renderer }];
  const primitive: ISeriesPrimitive<Time> = { paneViews: () => views };
  chart.candles.attachPrimitive(primitive);
  return () => chart.candles.detachPrimitive(primitive);
}

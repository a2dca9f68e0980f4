/** Draws own fills: an arrow at the price of each, up for a buy and down for a sell, so that colour is not all that tells. */

import type { ISeriesPrimitive, Time } from "lightweight-charts";
import { barStart, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Side } from "#lib/protocol/orders.ts";
import { type PriceChart, timeOf } from "./price-chart.ts";

export type DrawnFill = { side: Side; price: string; created_at: number };

const HALF = 5;
const TALL = 8;

/** Draws until the answer is called. */
export function drawFills(
  chart: PriceChart,
  fills: readonly DrawnFill[],
  interval: KlineInterval,
): () => void {
  const scale = chart.chart.timeScale();
  const renderer: { draw: Draw } = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context }) => {
        for (const { side, price, created_at } of fills) {
          const x = scale.timeToCoordinate(timeOf({ start: barStart(interval, created_at) }));
          const y = chart.yOf(price);
          if (x !== null && y !== undefined) arrow(context, { x, y, side, chart });
        }
      }),
  };
  const views = [{ zOrder: () => "top" as const, renderer: () => renderer }];
  const primitive: ISeriesPrimitive<Time> = { paneViews: () => views };
  chart.candles.attachPrimitive(primitive);
  return () => chart.candles.detachPrimitive(primitive);
}

type Draw = (target: {
  useMediaCoordinateSpace: (run: (scope: { context: CanvasRenderingContext2D }) => void) => void;
}) => void;

type Arrow = { x: number; y: number; side: Side; chart: PriceChart };

/** Its point is at the price; the edge in the colour of the page keeps it apart from the candle. */
function arrow(context: CanvasRenderingContext2D, { x, y, side, chart }: Arrow): void {
  const { up, down, surface } = chart.colours;
  const foot = side === "BUY" ? y + TALL : y - TALL;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - HALF, foot);
  context.lineTo(x + HALF, foot);
  context.closePath();
  context.fillStyle = side === "BUY" ? up : down;
  context.fill();
  context.strokeStyle = surface;
  context.lineWidth = 1;
  context.stroke();
}

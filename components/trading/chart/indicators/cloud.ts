/** The area between two lines, and those lines where they go on behind the newest bar. */
import { drawOverBars } from "#components/trading/chart/series/draw-over-bars.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";

type Cloud = {
  /** Both lines at an index of the chart's bars, which may lie behind the newest. */
  spans: (index: number) => readonly [number | undefined, number | undefined];
  /** How many bars they go on. */
  ahead: number;
  colours: () => readonly [string, string];
};

const AREA_ALPHA = 0.1;

/** Draws until the returned function is called. */
export function drawCloud(chart: PriceChart, { spans, ahead, colours }: Cloud): () => void {
  const scale = chart.chart.timeScale();
  const placed = (index: number) => {
    const [a, b] = spans(index);
    const x = scale.logicalToCoordinate(index as never);
    if (a === undefined || b === undefined || x === null) return undefined;
    const [upper, lower] = [chart.yOf(a.toString()), chart.yOf(b.toString())];
    return upper === undefined || lower === undefined ? undefined : { x, a: upper, b: lower };
  };
  return drawOverBars(chart, (context) => {
    const range = scale.getVisibleLogicalRange();
    const last = chart.bars.length - 1;
    if (!range || last < 0) return;
    const to = Math.min(last + ahead, Math.ceil(range.to));
    context.save();
    let before = placed(Math.floor(range.from));
    for (let index = Math.floor(range.from) + 1; index <= to; index += 1) {
      const next = placed(index);
      if (before && next) {
        const [rise, fall] = colours();
        context.globalAlpha = AREA_ALPHA;
        context.fillStyle = next.a <= next.b ? rise : fall;
        context.beginPath();
        context.moveTo(before.x, before.a);
        context.lineTo(next.x, next.a);
        context.lineTo(next.x, next.b);
        context.lineTo(before.x, before.b);
        context.fill();
        if (index > last) {
          context.globalAlpha = 1;
          stroke(context, [before.x, before.a, next.x, next.a], rise);
          stroke(context, [before.x, before.b, next.x, next.b], fall);
        }
      }
      before = next;
    }
    context.restore();
  });
}

function stroke(
  context: CanvasRenderingContext2D,
  [x, y, toX, toY]: readonly [number, number, number, number],
  colour: string,
): void {
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
}

/** Draws the drawings over the bars, and finds what is under a pointer. */
import type {
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";
import { changeRate } from "#components/i18n/figures.ts";
import { barTime, type Wording } from "#components/trading/chart/series/chart-text.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { tickPrice } from "#components/trading/chart/series/ticks.ts";
import { shownSeconds } from "#components/trading/screen/view/shown-interval.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { indexOf, timeAt } from "./bar-places.ts";
import type { Anchor, Drawing, DrawingColour } from "./drawing.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import type { DrawingText } from "./drawing-texts.tsx";
import { paintShape } from "./paint.ts";
import { type Frame, type Part, type Point, partAt, type Shape, shapeOf } from "./shapes.ts";

export type DrawingLayerOptions = {
  chart: PriceChart;
  desk: DrawingDesk;
  scale: MarketScale;
  wording: Wording;
  text: DrawingText;
};

type Drawn = { drawing: Drawing; shape: Shape };
type Target = {
  useMediaCoordinateSpace: (run: (scope: { context: CanvasRenderingContext2D }) => void) => void;
};

/** Pixels within which a point snaps to a figure of its bar. */
const SNAP = 24;

export class DrawingLayer {
  readonly #options: DrawingLayerOptions;
  /** As they were last painted, the topmost last. */
  #drawn: readonly Drawn[] = [];
  #visible = true;
  #update: () => void = () => undefined;
  readonly #measure = document.createElement("canvas").getContext("2d");
  readonly #widths = new Map<string, number>();

  constructor(options: DrawingLayerOptions) {
    this.#options = options;
  }

  /** Draws until the returned function is called. */
  follow(): () => void {
    const { chart, desk } = this.#options;
    const primitive = this.#primitive();
    const update = () => this.#update();
    chart.candles.attachPrimitive(primitive);
    const offs = [desk.state.subscribe(update), desk.board.drawings.subscribe(update)];
    return () => {
      for (const off of offs) off();
      chart.candles.detachPrimitive(primitive);
    };
  }

  /** Hidden drawings are kept, and nothing of them can be met. */
  show(visible: boolean): void {
    this.#visible = visible;
    this.#update();
  }

  /** The selected drawing first, then the topmost. */
  hit(at: Point, reach: number): { id: string; part: Part } | undefined {
    const { selected } = this.#options.desk.state.get();
    const first = this.#drawn.filter(({ drawing }) => drawing.id === selected);
    for (const { drawing, shape } of [...first, ...this.#drawn.toReversed()]) {
      const isSelected = drawing.id === selected;
      const part = partAt(shape, { at, reach, isSelected, textWidth: this.#textWidth });
      if (part !== undefined) return { id: drawing.id, part };
    }
    return undefined;
  }

  /** The point of the chart under a pixel: at the start of a bar and on a tick. */
  anchorAt({ x, y }: Point, snaps: boolean): Anchor | undefined {
    const { chart, scale } = this.#options;
    const plot = chart.plot();
    const index = chart.chart.timeScale().coordinateToLogical(Math.min(plot.width, Math.max(0, x)));
    const price = chart.priceAt(Math.min(plot.height, Math.max(0, y)));
    if (index === null || price === undefined) return undefined;
    const time = timeAt(chart.bars, this.#step(), index);
    const exact = tickPrice(
      (snaps ? this.#snapped(Math.round(index), y) : undefined) ?? price,
      scale,
    );
    return time === undefined || exact === undefined ? undefined : { time, price: Number(exact) };
  }

  /** The drawing moved by pixels: whole bars, and ticks. */
  shifted(drawing: Drawing, by: Point): Drawing {
    const { chart, scale } = this.#options;
    const { barSpacing } = chart.chart.timeScale().options();
    const bars = Math.round(by.x / barSpacing);
    const anchors = drawing.anchors.map((anchor) => {
      const y = chart.yOf(anchor.price.toString());
      const price = by.y === 0 || y === undefined ? undefined : chart.priceAt(y + by.y);
      const exact = price === undefined ? undefined : tickPrice(price, scale);
      return { ...this.#later(anchor, bars), price: Number(exact ?? anchor.price) };
    });
    return { ...drawing, anchors };
  }

  /** The drawing, or one of its points, moved by bars and ticks. */
  nudged(drawing: Drawing, part: Part, by: { bars: number; ticks: number }): Drawing {
    const { scale } = this.#options;
    const tick = Number(scale.tickUnits) / 10 ** scale.priceDecimals;
    const anchors = drawing.anchors.map((anchor, index) => {
      if (part !== "whole" && part !== index) return anchor;
      const exact = tickPrice(anchor.price + by.ticks * tick, scale);
      return { ...this.#later(anchor, by.bars), price: Number(exact ?? anchor.price) };
    });
    return { ...drawing, anchors };
  }

  /** The two points in the middle of the view between which a drawing is placed without a pointer. */
  middle(): readonly Anchor[] {
    const { chart } = this.#options;
    const { width, height } = chart.plot();
    return [
      { x: width / 3, y: height / 2 },
      { x: (width * 2) / 3, y: height / 3 },
      { x: width / 2, y: height / 4 },
    ].flatMap((at) => this.anchorAt(at, false) ?? []);
  }

  #later(anchor: Anchor, bars: number): Anchor {
    const { bars: all } = this.#options.chart;
    const step = this.#step();
    const index = bars === 0 ? undefined : indexOf(all, step, anchor.time);
    const time = index === undefined ? undefined : timeAt(all, step, index + bars);
    return { ...anchor, time: time ?? anchor.time };
  }

  #snapped(index: number, y: number): number | undefined {
    const { chart } = this.#options;
    const bar = chart.bars[index];
    if (!bar) return undefined;
    const near = [bar.open, bar.high, bar.low, bar.close]
      .map((price) => ({ price, far: Math.abs((chart.yOf(price) ?? Number.NaN) - y) }))
      .filter(({ far }) => far <= SNAP)
      .toSorted((a, b) => a.far - b.far);
    return near[0] && Number(near[0].price);
  }

  #step(): number {
    return shownSeconds(this.#options.chart.bars[0]?.interval ?? "1m") * 1000;
  }

  #primitive(): ISeriesPrimitive<Time> {
    const renderer = {
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context }) => this.#paint(context)),
    };
    const views = [{ zOrder: () => "top" as const, renderer: () => renderer }];
    return {
      attached: ({ requestUpdate }: SeriesAttachedParameter<Time>) => {
        this.#update = requestUpdate;
      },
      paneViews: () => views,
      priceAxisViews: () => this.#axisViews(),
    };
  }

  /** Prices of horizontal lines, on the price scale. */
  #axisViews(): readonly ISeriesPrimitiveAxisView[] {
    const { chart, desk } = this.#options;
    return this.#shown(desk).flatMap(({ kind, anchors, colour }) => {
      const price = kind === "horizontal" ? anchors[0]?.price : undefined;
      const y = price === undefined ? undefined : chart.yOf(price.toString());
      if (price === undefined || y === undefined) return [];
      return {
        coordinate: () => y,
        text: () => this.#price(price),
        textColor: () => chart.colours.surface,
        backColor: () => this.#colour(colour),
      };
    });
  }

  #shown(desk: DrawingDesk): readonly Drawing[] {
    if (this.#visible) return desk.shown();
    const { draft } = desk.state.get();
    return draft ? [draft] : [];
  }

  #paint(context: CanvasRenderingContext2D): void {
    const { chart, desk } = this.#options;
    const frame = this.#frame();
    const { selected, draft, part } = desk.state.get();
    this.#drawn = this.#shown(desk).flatMap((drawing) => {
      const shape = shapeOf(drawing, frame);
      return shape ? [{ drawing, shape }] : [];
    });
    context.font = this.#font();
    for (const { drawing, shape } of this.#drawn) {
      const isSelected = drawing.id === selected || drawing.id === draft?.id;
      paintShape(context, shape, {
        colour: this.#colour(drawing.colour),
        surface: chart.colours.surface,
        isSelected,
        handle: isSelected && part !== "whole" ? part : undefined,
      });
    }
  }

  #frame(): Frame {
    const { chart, wording } = this.#options;
    const { width, height } = chart.plot();
    const scale = chart.chart.timeScale();
    const step = this.#step();
    return {
      width,
      height,
      point: ({ time, price }) => {
        const index = indexOf(chart.bars, step, time);
        const x = index === undefined ? null : scale.logicalToCoordinate(index as never);
        const y = chart.yOf(price.toString());
        return x === null || y === undefined ? undefined : { x, y };
      },
      price: (price) => this.#price(price),
      time: (time) => barTime(time, chart.bars[0]?.interval ?? "1m", wording.format),
      distance: (from, to) => this.#distance(from, to),
      textWidth: this.#textWidth,
    };
  }

  #distance(from: Anchor, to: Anchor): string {
    const { chart, text, wording } = this.#options;
    const { format, scale } = wording;
    const [a, b] = [from, to].map(({ price }) => price.toFixed(scale.priceDecimals));
    const change = (to.price - from.price).toFixed(scale.priceDecimals);
    const step = this.#step();
    const [first, last] = [from, to].map(({ time }) => indexOf(chart.bars, step, time) ?? 0);
    return text("distance", {
      change: format.signedFigure(change, scale.priceDecimals),
      rate: format.percent(changeRate(a, b, scale.priceDecimals)),
      bars: text("bars", { count: Math.abs((last ?? 0) - (first ?? 0)) }),
    });
  }

  #price(price: number): string {
    const { format, scale } = this.#options.wording;
    return format.figure(price.toFixed(scale.priceDecimals), scale.priceDecimals);
  }

  #colour(colour: DrawingColour): string {
    const { study1, study2, study3, study4, up, down, inkMuted } = this.#options.chart.colours;
    return {
      blue: study1,
      amber: study2,
      violet: study3,
      teal: study4,
      up,
      down,
      grey: inkMuted,
    }[colour];
  }

  #font(): string {
    return `12px ${this.#options.chart.chart.options().layout.fontFamily}`;
  }

  readonly #textWidth = (text: string): number => {
    const known = this.#widths.get(text);
    if (known !== undefined || !this.#measure) return known ?? 0;
    this.#measure.font = this.#font();
    const { width } = this.#measure.measureText(text);
    this.#widths.set(text, width);
    return width;
  };
}

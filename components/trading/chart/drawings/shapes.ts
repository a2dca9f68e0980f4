/** Drawings as lines, areas and texts in pixels, and what a pointer meets of them. */
import type { Anchor, Drawing } from "./drawing.ts";

export type Point = { x: number; y: number };
export type Stroke = { from: Point; to: Point; dashed?: boolean };
/** `at` is the left end of the text's middle line, or its right end, or its middle. */
export type Label = { at: Point; text: string; align: "start" | "end" | "center"; boxed?: boolean };

export type Shape = {
  strokes: readonly Stroke[];
  area?: readonly Point[];
  labels: readonly Label[];
  /** A handle of each anchor, and a rectangle's other corners. */
  handles: readonly Point[];
};

/** What a shape is made with: the chart's scales, and the texts. */
export type Frame = {
  width: number;
  height: number;
  /** `undefined` before anything is drawn. */
  point: (anchor: Anchor) => Point | undefined;
  price: (price: number) => string;
  time: (time: number) => string;
  /** The difference of two anchors: price, rate, bars, time. */
  distance: (from: Anchor, to: Anchor) => string;
  textWidth: (text: string) => number;
};

export const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

export const LABEL_HEIGHT = 16;
const LABEL_GAP = 4;

/** `undefined` when its points are not on the chart's scales. */
export function shapeOf(drawing: Drawing, frame: Frame): Shape | undefined {
  const points = drawing.anchors.flatMap((anchor) => frame.point(anchor) ?? []);
  const [a, b, c] = points;
  if (!a || points.length !== drawing.anchors.length) return undefined;
  if (drawing.kind === "horizontal") return horizontal(a, frame);
  if (drawing.kind === "vertical") return vertical(a, drawing, frame);
  if (drawing.kind === "text") return words(a, drawing);
  if (!b) return undefined;
  switch (drawing.kind) {
    case "trend":
      return { strokes: [{ from: a, to: b }], labels: [], handles: [a, b] };
    case "ray":
      return { strokes: [{ from: a, to: beyond(a, b, frame) }], labels: [], handles: [a, b] };
    case "channel":
      return c && channel(a, b, c);
    case "rectangle":
      return rectangle(a, b);
    case "measure":
      return measure([a, b], drawing, frame);
    case "fibonacci":
      return fibonacci([a, b], drawing, frame);
  }
}

function horizontal({ x, y }: Point, { width }: Frame): Shape {
  const handle = { x: x < 0 || x > width ? width / 2 : x, y };
  return { strokes: [{ from: { x: 0, y }, to: { x: width, y } }], labels: [], handles: [handle] };
}

function vertical({ x, y }: Point, { anchors }: Drawing, { height, time }: Frame): Shape {
  const at = { x: x + LABEL_GAP, y: height - LABEL_HEIGHT };
  return {
    strokes: [{ from: { x, y: 0 }, to: { x, y: height } }],
    labels: [{ at, text: time(anchors[0]?.time ?? 0), align: "start" }],
    handles: [{ x, y: y < 0 || y > height ? height / 2 : y }],
  };
}

/** Beside its handle. */
function words(at: Point, { text }: Drawing): Shape {
  return {
    strokes: [],
    labels: [{ at: { x: at.x + 8, y: at.y }, text, align: "start" }],
    handles: [at],
  };
}

/** Where a line from one point through another leaves the plot. */
function beyond(from: Point, through: Point, { width, height }: Frame): Point {
  const [dx, dy] = [through.x - from.x, through.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return through;
  const far = Math.abs(from.x) + Math.abs(from.y) + 2 * (width + height);
  return { x: from.x + (dx / length) * far, y: from.y + (dy / length) * far };
}

/** Two parallel lines, the second through the third point, and a dashed one between them. */
function channel(a: Point, b: Point, c: Point): Shape {
  const isUpright = Math.abs(b.x - a.x) < 1e-6;
  const onLine = isUpright ? c.y : a.y + ((b.y - a.y) * (c.x - a.x)) / (b.x - a.x);
  const by = isUpright ? { x: c.x - a.x, y: 0 } : { x: 0, y: c.y - onLine };
  const moved = (point: Point, share: number) => ({
    x: point.x + by.x * share,
    y: point.y + by.y * share,
  });
  return {
    strokes: [
      { from: a, to: b },
      { from: moved(a, 1), to: moved(b, 1) },
      { from: moved(a, 0.5), to: moved(b, 0.5), dashed: true },
    ],
    area: [a, b, moved(b, 1), moved(a, 1)],
    labels: [],
    handles: [a, b, c],
  };
}

function rectangle(a: Point, b: Point): Shape {
  const [c, d] = [
    { x: b.x, y: a.y },
    { x: a.x, y: b.y },
  ];
  return {
    strokes: [
      { from: a, to: c },
      { from: c, to: b },
      { from: b, to: d },
      { from: d, to: a },
    ],
    area: [a, c, b, d],
    labels: [],
    handles: [a, b, c, d],
  };
}

function measure([a, b]: readonly [Point, Point], { anchors }: Drawing, frame: Frame): Shape {
  const [from, to] = anchors;
  const text = from && to ? frame.distance(from, to) : "";
  const middle = (a.x + b.x) / 2;
  const below = b.y > a.y ? 1 : -1;
  const at = { x: middle, y: b.y + below * (LABEL_HEIGHT / 2 + LABEL_GAP) };
  return {
    strokes: [
      { from: { x: middle, y: a.y }, to: { x: middle, y: b.y } },
      { from: { x: a.x, y: (a.y + b.y) / 2 }, to: { x: b.x, y: (a.y + b.y) / 2 } },
    ],
    area: rectangle(a, b).area ?? [],
    labels: [{ at, text, align: "center", boxed: true }],
    handles: [a, b],
  };
}

/** 0 at the second point and 1 at the first: how much of the way was gone back. Levels are of prices, on any scale. */
function fibonacci([a, b]: readonly [Point, Point], { anchors }: Drawing, frame: Frame): Shape {
  const [from, to] = anchors;
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const levels = FIBONACCI.flatMap((level) => {
    if (!from || !to) return [];
    const price = to.price + (from.price - to.price) * level;
    const at = frame.point({ time: from.time, price });
    return at ? [{ y: at.y, text: `${level.toString()} (${frame.price(price)})` }] : [];
  });
  return {
    strokes: [
      { from: a, to: b, dashed: true },
      ...levels.map(({ y }) => ({ from: { x: left, y }, to: { x: right, y } })),
    ],
    area: rectangle(a, b).area ?? [],
    labels: levels.map(({ y, text }) => ({
      at: { x: right + LABEL_GAP, y },
      text,
      align: "start",
    })),
    handles: [a, b],
  };
}

/** What a pointer meets: a handle by its index, or the whole drawing. */
export type Part = number | "whole";

type Reach = { at: Point; reach: number; isSelected: boolean; textWidth: Frame["textWidth"] };

/** Handles only of a selected drawing, and its area too: otherwise the chart could not be moved where an area is. */
export function partAt(
  shape: Shape,
  { at, reach, isSelected, textWidth }: Reach,
): Part | undefined {
  if (isSelected) {
    const handle = shape.handles.findIndex(
      ({ x, y }) => Math.hypot(at.x - x, at.y - y) <= reach + 4,
    );
    if (handle >= 0) return handle;
    if (shape.area && contains(shape.area, at)) return "whole";
  }
  const near = shape.strokes.some((stroke) => distanceTo(stroke, at) <= reach);
  return near || shape.labels.some((label) => onLabel(label, at, textWidth)) ? "whole" : undefined;
}

/** Pixels from a point to a line. */
export function distanceTo({ from, to }: Stroke, { x, y }: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / square;
  const nearest = Math.min(1, Math.max(0, share));
  return Math.hypot(x - from.x - nearest * dx, y - from.y - nearest * dy);
}

function contains(area: readonly Point[], { x, y }: Point): boolean {
  let isInside = false;
  for (const [index, one] of area.entries()) {
    const other = area[(index + 1) % area.length] ?? one;
    const crosses = one.y > y !== other.y > y;
    if (crosses && x < one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y))
      isInside = !isInside;
  }
  return isInside;
}

function onLabel({ at, text, align }: Label, { x, y }: Point, textWidth: Frame["textWidth"]) {
  const width = textWidth(text);
  const left = at.x - { start: 0, center: width / 2, end: width }[align];
  return x >= left && x <= left + width && Math.abs(y - at.y) <= LABEL_HEIGHT / 2;
}

/**
 * Where things are drawn in a picture of prices. Positions are shares of its width and height, and prices are numbers here,
 * because they are only drawn. Time runs from left to right in every language.
 */

export type Span = { from: number; to: number };

/** The units of the box in which lines are drawn. The picture stretches it to its own size. */
export const BOX = { width: 1000, height: 100 } as const;

/** The room above the highest and below the lowest price, as a share of their distance. */
const ROOM = 0.08;

/** Where a value lies in a span: 0 at its beginning, 1 at its end. In the middle of a span without a length. */
export function shareOf(value: number, { from, to }: Span): number {
  return to === from ? 0.5 : (value - from) / (to - from);
}

/**
 * The span of prices with room at both ends; equal prices get a span around them. `foot` is the share of the height that
 * stays free below.
 */
export function priceSpan(prices: readonly number[], foot = 0): Span | undefined {
  if (prices.length === 0) return undefined;
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = high === low ? Math.abs(high) * 0.001 || 1 : (high - low) * ROOM;
  const [from, to] = [low - room, high + room];
  return { from: to - (to - from) / (1 - foot), to };
}

export type PricePoint = { at: number; price: string };

type Scales = { times: Span; prices: Span };

/** `M0 50L100 40…` in {@link BOX}: one line for each series without a gap. */
export function linePath(lines: readonly (readonly PricePoint[])[], scales: Scales): string {
  return lines
    .filter((line) => line.length > 1)
    .map((line) => `M${line.map((point) => place(point, scales)).join("L")}`)
    .join("");
}

function place({ at, price }: PricePoint, { times, prices }: Scales): string {
  const x = shareOf(at, times) * BOX.width;
  const y = (1 - shareOf(Number(price), prices)) * BOX.height;
  return `${short(x)} ${short(y)}`;
}

function short(units: number): string {
  return Number(units.toFixed(1)).toString();
}

/** A price that is older than this says nothing of a time. */
const MAX_AGE_MS = 10 * 60_000;

/** The last point at or before a time (Unix milliseconds); undefined when there is none in the ten minutes before. */
export function pointAt(
  lines: readonly (readonly PricePoint[])[],
  at: number,
): PricePoint | undefined {
  const point = lines.flat().findLast((one) => one.at <= at);
  return point === undefined || at - point.at > MAX_AGE_MS ? undefined : point;
}

/**
 * Marks in the order of their times, with those that would cover each other as one group. Two groups are at least
 * `minShare` of the width apart.
 */
export function groupMarks<Mark extends { at: number }>(
  marks: readonly Mark[],
  times: Span,
  minShare: number,
): Mark[][] {
  const groups: Mark[][] = [];
  for (const mark of marks.toSorted((a, b) => a.at - b.at)) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isNear =
      first !== undefined && shareOf(mark.at, times) - shareOf(first.at, times) < minShare;
    if (group !== undefined && isNear) group.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

/**
 * Moves labels apart that would cover each other: positions as shares of the height, at least `gap` apart and within it,
 * in the order in which they came.
 */
export function spreadLabels(positions: readonly number[], gap: number): number[] {
  const order = positions.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at);
  const placed: number[] = [];
  for (const { at } of order) placed.push(Math.max(at, (placed.at(-1) ?? -Infinity) + gap));
  let limit = 1;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] ?? 0, limit);
    limit = (placed[index] ?? 0) - gap;
  }
  const spread: number[] = [];
  for (const [rank, { index }] of order.entries()) spread[index] = placed[rank] ?? 0;
  return spread;
}

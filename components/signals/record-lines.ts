/** Where the record's pictures draw: positions are shares of the width and the height, from the upper left corner. */
import {
  linePath,
  type PricePoint,
  priceSpan,
  shareOf,
} from "#components/catalysts/pictures/geometry.ts";
import type { CalibrationBin, CurvePoint } from "#lib/protocol/wire/signals.ts";

export type Curve = {
  /** In the box of `geometry.ts`. */
  path: string;
  /** Height of the line of no gain. */
  zero: number;
};

/**
 * The sum of the results after each signal, from nothing on: signals are equally far apart, because they end at irregular
 * times. `before` is the sum before the first point.
 */
export function curveOf(curve: readonly Pick<CurvePoint, "total">[], before: number): Curve {
  const totals = [before, ...curve.map(({ total }) => total)];
  const span = priceSpan([0, ...totals]) ?? { from: -1, to: 1 };
  const points = totals.map((total, at): PricePoint => ({ at, price: total.toString() }));
  const scales = { times: { from: 0, to: Math.max(1, curve.length) }, prices: span };
  return { path: linePath([points], scales), zero: 1 - shareOf(0, span) };
}

export type BinDot = {
  key: string;
  left: number;
  top: number;
  /** Diameter in pixels: its area grows with the number of signals. */
  size: number;
};

const SMALLEST = 12;
const LARGEST = 28;

/** A dot for each bin: its mean conviction to the right, the share that came true upwards. */
export function dotsOf(bins: readonly CalibrationBin[]): BinDot[] {
  const most = Math.max(...bins.map(({ ended }) => ended));
  return bins.map(({ from, conviction, ended, hits }) => ({
    key: from.toString(),
    left: conviction,
    top: 1 - hits / ended,
    size: Math.round(Math.max(SMALLEST, LARGEST * Math.sqrt(ended / most))),
  }));
}

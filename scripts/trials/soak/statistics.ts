/** Whether a figure that was sampled for hours rises: two medians, a slope that outliers do not move, and a limit. */
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { median } from "#scripts/bench/shared/report.ts";

/** `at` in milliseconds of any clock. */
export type Point = { at: number; value: number };

export type Trend = {
  /** Medians of the first and the last sixth of the time after the warm-up. */
  first: number;
  last: number;
  /** Median of the slopes between all pairs of points (Theil–Sen). */
  perHour: number;
  /** Hours between the first and the last point after the warm-up. */
  hours: number;
};

/** A rise that does not count as growth: a share of the first level, or an amount, whichever is more. */
export type Allowance = { share: number; amount: number };

/** Caches, pools and compiled code fill in this share of the time. */
const WARM_UP_SHARE = 0.2;
const SIXTH = 1 / 6;
/** A pair of each two of them: more points make the slope slower to compute, not better. */
const MAX_POINTS = 400;

/** `points` in order of time. @returns undefined when there are too few for two sixths */
export function trendOf(points: readonly Point[]): Trend | undefined {
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const warm = points.filter(({ at }) => at >= start + (end - start) * WARM_UP_SHARE);
  const sixth = Math.floor(warm.length * SIXTH);
  if (sixth === 0) return undefined;
  const values = warm.map(({ value }) => value);
  return {
    first: median(values.slice(0, sixth)),
    last: median(values.slice(-sixth)),
    perHour: slopeOf(thinned(warm)) * HOUR_MS,
    hours: (end - (warm[0]?.at ?? end)) / HOUR_MS,
  };
}

/**
 * A figure grows when both the slope over the whole time and the difference of the medians exceed the allowance: a late
 * step moves the medians alone, and noise the slope alone.
 */
export function isFlat({ first, last, perHour, hours }: Trend, allowance: Allowance): boolean {
  const allowed = Math.max(first * allowance.share, allowance.amount);
  return perHour * hours <= allowed || last - first <= allowed;
}

function thinned(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, index) => index % step === 0);
}

/** Per millisecond. */
function slopeOf(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [index, one] of points.entries()) {
    for (const other of points.slice(index + 1)) {
      if (other.at > one.at) slopes.push((other.value - one.value) / (other.at - one.at));
    }
  }
  return median(slopes);
}

/** How far a market usually moves in five minutes: the unit in which all returns are measured. */
import { DETECTOR_CONSTANTS, type MoveParameters } from "./parameters.ts";

export const RETURN_MINUTES = DETECTOR_CONSTANTS.returnMinutes;
const { madToDeviation: MAD_TO_DEVIATION, bipowerScale: BIPOWER_SCALE } = DETECTOR_CONSTANTS;

export type Volatility = {
  /** Standard deviation of a 5-minute return, as a fraction. */
  short: number;
  /**
   * Standard deviation over a day in the market's usual state, without the turbulence of the last
   * hours.
   */
  day: number;
};

const INTERVALS_OF_DAY_ROOT = Math.sqrt((24 * 60) / RETURN_MINUTES);

/**
 * The volatility up to five minutes before the newest close, so that a return is not measured by
 * itself.
 * @param closes one per minute, oldest first, at least `closesNeeded`
 * @param deviation of the 5-minute returns of the day, see {@link usualDeviation}
 */
export function volatility(
  closes: readonly number[],
  deviation: number,
  { bipowerReturns, floor }: MoveParameters["volatility"],
): Volatility {
  const usual = Math.max(deviation, floor);
  return {
    short: Math.max(usual, bipowerDeviation(closes, bipowerReturns)),
    day: usual * INTERVALS_OF_DAY_ROOT,
  };
}

/** How many closes the bipower variation reads. */
export const closesNeeded = (bipowerReturns: number): number =>
  (bipowerReturns + 1) * RETURN_MINUTES + 1;

/**
 * Uses returns that do not overlap. A single jump is multiplied by two ordinary neighbours, so it
 * has little effect.
 */
function bipowerDeviation(closes: readonly number[], returns: number): number {
  let sum = 0;
  let later = Number.NaN;
  for (let one = 1; one <= returns; one += 1) {
    const end = closes.length - 1 - one * RETURN_MINUTES;
    const size = absoluteReturn(closes[end] ?? 0, closes[end - RETURN_MINUTES] ?? 0);
    if (one > 1) sum += size * later;
    later = size;
  }
  return Math.sqrt((BIPOWER_SCALE * sum) / (returns - 1));
}

export function absoluteReturn(close: number, before: number): number {
  return Math.abs(close / before - 1);
}

const deviations = new WeakMap<readonly number[], number>();

/**
 * The deviation of the 5-minute returns without the newest one; 0 for a single one. It is needed
 * rarely, but often for the same returns, so it is cached.
 */
export function usualDeviation(absoluteReturns: readonly number[]): number {
  const known = deviations.get(absoluteReturns) ?? medianDeviation(absoluteReturns.slice(0, -1));
  deviations.set(absoluteReturns, known);
  return known;
}

/**
 * The median absolute deviation from zero: a trend within five minutes is negligible beside the
 * noise.
 */
function medianDeviation(absoluteReturns: readonly number[]): number {
  const sorted = Float64Array.from(absoluteReturns).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? 0) : upper;
  return (MAD_TO_DEVIATION * (lower + upper)) / 2;
}

/** The conviction of a rule: the hit rate of its own ended signals, shrunk towards 50 %. */
import { SIGNAL_PARAMETERS } from "./parameters.ts";

/** The number of ended signals of a rule, and how many of them gained. */
export type Trials = { ended: number; hits: number };

export const NO_TRIALS: Trials = { ended: 0, hits: 0 };

export function computeConviction({ ended, hits }: Trials): number {
  const { weight } = SIGNAL_PARAMETERS.conviction;
  return (hits + weight / 2) / (ended + weight);
}

/**
 * True while the rule is still being measured: its signals are judged, but neither announced nor
 * offered as orders.
 */
export function isShadow(trials: Trials): boolean {
  const { ended, above } = SIGNAL_PARAMETERS.emitted;
  return trials.ended < ended || lowerBoundOf(trials) <= above;
}

/**
 * The lower end of Wilson's interval of the hit rate. Unlike the normal approximation, it stays
 * accurate for few trials and for rates near 1.
 */
function lowerBoundOf({ ended, hits }: Trials): number {
  const { deviations: z } = SIGNAL_PARAMETERS.emitted;
  const rate = hits / ended;
  const middle = rate + z ** 2 / (2 * ended);
  const half = z * Math.sqrt((rate * (1 - rate)) / ended + (z / (2 * ended)) ** 2);
  return (middle - half) / (1 + z ** 2 / ended);
}

/** @param result gain in units of risk: above 0 is a hit */
export function withTrial({ ended, hits }: Trials, result: number): Trials {
  return { ended: ended + 1, hits: hits + (result > 0 ? 1 : 0) };
}

/** How far a rule is believed: its hit rate over its own ended signals, shrunk towards a coin. */
import { SIGNAL_PARAMETERS } from "./parameters.ts";

/** Ended signals of a rule, and those of them that gained. */
export type Trials = { ended: number; hits: number };

export const NO_TRIALS: Trials = { ended: 0, hits: 0 };

export function convictionOf({ ended, hits }: Trials): number {
  const { weight } = SIGNAL_PARAMETERS.conviction;
  return (hits + weight / 2) / (ended + weight);
}

/** True: nobody is told. */
export function isShadow(conviction: number): boolean {
  return conviction < SIGNAL_PARAMETERS.conviction.least;
}

/** @param result gain in units of the risk: more than 0 is a hit */
export function withTrial({ ended, hits }: Trials, result: number): Trials {
  return { ended: ended + 1, hits: hits + (result > 0 ? 1 : 0) };
}

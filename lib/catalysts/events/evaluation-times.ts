/**
 * When a catalyst is evaluated again: every five minutes for the first hour, then every thirty
 * (docs/api/catalysts.md). Unix milliseconds.
 */
import { EVENT_PARAMETERS } from "./parameters.ts";

const { firstEveryMs, firstCount, everyMs } = EVENT_PARAMETERS.evaluation;
const FIRST_MS = firstEveryMs * firstCount;

/** The first evaluation after `after`; null: tracking ends before it. */
export function nextEvaluation(
  firstSeenAt: number,
  trackedUntil: number,
  after: number,
): number | null {
  const since = Math.max(0, after - firstSeenAt);
  const [from, step] = since < FIRST_MS ? [0, firstEveryMs] : [FIRST_MS, everyMs];
  const next = firstSeenAt + from + (Math.floor((since - from) / step) + 1) * step;
  return next <= trackedUntil ? next : null;
}

/**
 * The last evaluation time at or before `at`. One evaluation replaces all that were due before it.
 */
export function latestEvaluation(firstSeenAt: number, trackedUntil: number, at: number): number {
  const since = Math.min(at, trackedUntil) - firstSeenAt;
  const [from, step] = since < FIRST_MS ? [0, firstEveryMs] : [FIRST_MS, everyMs];
  return firstSeenAt + from + Math.floor((since - from) / step) * step;
}

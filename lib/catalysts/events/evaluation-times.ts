/** When a catalyst is evaluated: twelve times every five minutes, then every thirty (spec 3, "Re-evaluation"). Unix milliseconds. */
import { EVENT_PARAMETERS } from "./parameters.ts";

const { firstEveryMs, firstCount, everyMs } = EVENT_PARAMETERS.evaluation;
const FIRST_MS = firstEveryMs * firstCount;

/** The first instant after `after`; null: it is behind the end of the tracking. */
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

/** The last instant at or before `at`, which takes the place of those that were due before it. */
export function latestEvaluation(firstSeenAt: number, trackedUntil: number, at: number): number {
  const since = Math.min(at, trackedUntil) - firstSeenAt;
  const [from, step] = since < FIRST_MS ? [0, firstEveryMs] : [FIRST_MS, everyMs];
  return firstSeenAt + from + Math.floor((since - from) / step) * step;
}

/** How long a source is left alone: its poll interval, and longer with each failure in a row. */

import { HOUR_MS } from "#lib/protocol/durations.ts";

const MAX_DOUBLINGS = 6;
/** Spreads the reads of sources that started together. */
const JITTER = 0.1;

export type Wait = {
  pollMs: number;
  /** The number of consecutive failures. */
  failures: number;
  /** The delay that the source asked for. */
  retryAfterMs?: number | undefined;
  /** From 0 to 1. */
  random: number;
};

/** The delay doubles with each failure, up to an hour. */
export function waitMs({ pollMs, failures, retryAfterMs = 0, random }: Wait): number {
  const doubled = pollMs * 2 ** Math.min(failures, MAX_DOUBLINGS);
  const wait = Math.min(Math.max(doubled, retryAfterMs), Math.max(HOUR_MS, pollMs));
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

/** The longest delay that a source with these failures can have. */
export function longestWaitMs(pollMs: number, failures: number): number {
  return waitMs({ pollMs, failures, retryAfterMs: failures > 0 ? HOUR_MS : 0, random: 1 });
}

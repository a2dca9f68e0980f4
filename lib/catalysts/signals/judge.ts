/** How a signal ends: a pure function of the signal and of the stored minutes behind its entry. */
import type { SignalDirection, SignalEnd } from "#lib/protocol/enumerations.ts";
import { compareDecimals } from "./levels.ts";

/** A closed minute of the signal's market; the close is an exact decimal. */
export type MinuteClose = { start: number; close: string };

export type Judged = {
  direction: SignalDirection;
  entry: string;
  invalidation: string;
  target: string;
  /** End of the minute of the entry, and of the horizon; Unix milliseconds. */
  minute: number;
  expiresAt: number;
};

export type Ending = {
  kind: SignalEnd;
  /** End of the minute whose close ended it. */
  minute: number;
  close: string;
  /** In units of the risk. */
  result: number;
};

const MINUTE_MS = 60_000;

/**
 * @param closes in order; those that are not of the time from entry to horizon do not count
 * @param until minutes that ended by then are all among the closes, except for those that nobody stored
 * @returns `undefined` while it is active
 */
export function judge(
  signal: Judged,
  closes: readonly MinuteClose[],
  until: number,
): Ending | undefined {
  const { minute, expiresAt } = signal;
  let last = signal.entry;
  for (const { start, close } of closes) {
    const end = start + MINUTE_MS;
    if (start < minute || end > Math.min(expiresAt, until)) continue;
    last = close;
    const kind = beyond(signal, close);
    if (kind !== undefined) return ending(signal, kind, { minute: end, close });
  }
  if (until < expiresAt) return undefined;
  return ending(signal, "expired", { minute: expiresAt, close: last });
}

function beyond(
  { direction, invalidation, target }: Judged,
  close: string,
): "invalidated" | "reached" | undefined {
  const sign = direction === "long" ? 1 : -1;
  if (compareDecimals(close, invalidation) * sign < 0) return "invalidated";
  return compareDecimals(close, target) * sign > 0 ? "reached" : undefined;
}

function ending(
  { direction, entry, invalidation }: Judged,
  kind: SignalEnd,
  at: { minute: number; close: string },
): Ending {
  const risk = Math.abs(Number(entry) - Number(invalidation));
  const gain =
    direction === "long" ? Number(at.close) - Number(entry) : Number(entry) - Number(at.close);
  return { kind, ...at, result: gain === 0 ? 0 : gain / risk };
}

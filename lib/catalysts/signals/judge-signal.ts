/**
 * Decides how a signal ends: a pure function of the signal and the stored minutes after its entry.
 */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { SignalDirection, SignalEnd } from "#lib/protocol/market-knowledge.ts";
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

export type SignalEnding = {
  kind: SignalEnd;
  /** End of the minute whose close ended the signal. */
  minute: number;
  close: string;
  /** In units of risk. */
  result: number;
};

/**
 * @param closes in order; those outside the time from entry to horizon are ignored
 * @param until all stored minutes that ended by this time are among the closes
 * @returns `undefined` while the signal is active
 */
export function judge(
  signal: Judged,
  closes: readonly MinuteClose[],
  until: number,
): SignalEnding | undefined {
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
): SignalEnding {
  const risk = Math.abs(Number(entry) - Number(invalidation));
  const gain =
    direction === "long" ? Number(at.close) - Number(entry) : Number(entry) - Number(at.close);
  return { kind, ...at, result: gain === 0 ? 0 : gain / risk };
}

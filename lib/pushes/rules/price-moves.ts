/** Decides whether a price moved by more than 10 % in an hour, or more than 20 % in a day. */

import { formatFixed, parseSigned } from "#lib/protocol/decimal.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";

/** Minutes between the two closes, and the percentage to exceed. */
const RULES = [
  { minutes: 60, percent: 10n },
  { minutes: 1_440, percent: 20n },
] as const;

export const MOVE_MINUTES = RULES.map(({ minutes }) => minutes);

export type PriceMove = {
  direction: "up" | "down";
  minutes: number;
  /** With two decimals, and a minus sign for a fall. */
  percent: string;
};

/**
 * A day: afterwards, every price from which a move is measured is more recent than the announced
 * move.
 */
const MOVE_REST_MS = 24 * HOUR_MS;

/** The minutes of the last announced moves of a market by direction, Unix milliseconds. */
export type LastMoves = Partial<Record<PriceMove["direction"], number>>;

/**
 * Each direction is announced at most once in 24 hours. `start` of the minute, Unix milliseconds.
 */
export function isMoveDue(last: LastMoves, direction: PriceMove["direction"], start: number) {
  return start - (last[direction] ?? Number.NEGATIVE_INFINITY) >= MOVE_REST_MS;
}

/** Prices are integers in units of 1e-12, because some markets cost less than a millionth. */
const DECIMALS = 12;

/**
 * @param before closes by their distance in minutes; a missing one is unknown
 * @returns the move over the shorter time when both are large enough
 */
export function judgeMove(
  close: string,
  before: ReadonlyMap<number, string>,
): PriceMove | undefined {
  const now = parseSigned(close, DECIMALS) ?? 0n;
  for (const { minutes, percent } of RULES) {
    const from = parseSigned(before.get(minutes) ?? "0", DECIMALS) ?? 0n;
    if (from <= 0n || now <= 0n) continue;
    const change = now - from;
    if ((change < 0n ? -change : change) * 100n <= from * percent) continue;
    const hundredths = (change * 10_000n) / from;
    const direction = change > 0n ? "up" : "down";
    return { direction, minutes, percent: formatFixed(hundredths, 2) };
  }
  return undefined;
}

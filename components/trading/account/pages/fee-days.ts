/** Computes the bars of the fee chart. */

import { parseSigned } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";

export type FeeDay = { day: string; fees: string };

const MAX_BARS = 120;

/** The page's span in Unix milliseconds; a missing end means the last known day. */
export type FeeSpan = { from?: number | undefined; to?: number | undefined };

/**
 * A bar for every UTC day of the span, also without fills, at most the newest {@link MAX_BARS}, so that every day has
 * the same width. `days` are newest first.
 */
export function barsOf(
  days: readonly FeeDay[],
  { from, to }: FeeSpan = {},
): { day: string; text: string; fees: bigint }[] {
  const known = new Map(days.map(({ day, fees }) => [day, fees]));
  const newest = to === undefined ? days[0]?.day : dayOf(to - 1);
  const oldest = from === undefined ? days.at(-1)?.day : dayOf(from);
  if (newest === undefined || oldest === undefined) return [];
  const bars: { day: string; text: string; fees: bigint }[] = [];
  for (let time = Date.parse(newest); bars.length < MAX_BARS; time -= DAY_MS) {
    const day = dayOf(time);
    const text = known.get(day) ?? "0";
    bars.push({ day, text, fees: parseSigned(text, MONEY_DECIMALS) ?? 0n });
    if (day <= oldest) break;
  }
  return bars.toReversed();
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Stored bars of the mark as lines. */
import { formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";
import { KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import type { PricePoint, Span } from "./geometry.ts";

/** More points than this are not told apart in a small picture. */
const MAX_BARS = 300;

const INTERVALS = ["1m", "5m", "15m", "1h", "4h", "1d"] as const satisfies readonly KlineInterval[];

/** The shortest interval with at most 300 bars in a span of milliseconds. */
export function intervalFor({ from, to }: Span): KlineInterval {
  return INTERVALS.find((one) => (to - from) / lengthOf(one) <= MAX_BARS) ?? "1d";
}

function lengthOf(interval: KlineInterval): number {
  return KLINE_SECONDS[interval] * 1_000;
}

/**
 * The opening price of the first bar within the times, and the close of each one at its end. A missing bar begins another
 * line. Nothing is later than `until` (Unix milliseconds), which is also the end of the bar that is still open.
 */
export function linesOf(bars: readonly Bar[], times: Span, until: number): PricePoint[][] {
  const lines: PricePoint[][] = [];
  let end: number | undefined;
  for (const { interval, start, open, close, closed } of bars) {
    const barEnd = start + lengthOf(interval);
    if (start >= times.to || barEnd <= times.from) continue;
    if (start > until || (closed && barEnd > until)) break;
    if (start !== end) lines.push([{ at: start, price: open }]);
    end = barEnd;
    lines.at(-1)?.push({ at: closed ? barEnd : Math.min(barEnd, until), price: close });
  }
  return lines;
}

const SCALE = 12;

/** The change from one price to another as a rate: "-0.012500" is a fall of 1.25 %. Undefined: not prices. */
export function changeBetween(before: string, after: string): string | undefined {
  const [from, to] = [parseDecimal(before, SCALE), parseDecimal(after, SCALE)];
  if (from === undefined || to === undefined || from <= 0n) return undefined;
  return formatFixed(((to - from) * 1_000_000n) / from, 6);
}

/** Bars of the mark for tests of pictures. */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";

/** Closed minutes from a time (ISO 8601) on; each opens at the close before it. */
export function minuteBars(market: string, from: string, closes: readonly string[]): Bar[] {
  return closes.map((close, index) => {
    const open = closes[Math.max(0, index - 1)] ?? close;
    return {
      market,
      interval: "1m",
      start: Date.parse(from) + index * MINUTE_MS,
      open,
      high: close,
      low: close,
      close,
      volume: "0",
      trades: 0,
      closed: true,
      filled: false,
    } as Bar;
  });
}

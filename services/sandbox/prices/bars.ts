/** One-minute bars of the mark, as lines of a file and as they are served. */

import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";

/** `start` is Unix milliseconds; prices are decimal strings. */
export type PriceBar = {
  start: number;
  open: Decimal;
  high: Decimal;
  low: Decimal;
  close: Decimal;
  volume: Decimal;
};

/** A bar in ticks. */
export type TickBar = { start: number; open: bigint; high: bigint; low: bigint; close: bigint };

/** The columns of a bar file, in the order in which they are written. */
export const BAR_COLUMNS = ["open_time", "open", "high", "low", "close", "volume"] as const;
export const BAR_HEADER = `${BAR_COLUMNS.join(",")}\n`;

/** A simulated minute had no fills. */
export const NO_VOLUME = "0" as Decimal;

export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

/** Adds a price to the bar that is being built; a bar starts with its first price. */
export function extendBar(bar: TickBar | undefined, start: number, ticks: bigint): TickBar {
  if (bar?.start !== start) {
    return { start, open: ticks, high: ticks, low: ticks, close: ticks };
  }
  if (ticks > bar.high) bar.high = ticks;
  if (ticks < bar.low) bar.low = ticks;
  bar.close = ticks;
  return bar;
}

/** `2023-03-01 00:00:00+00:00,…` with a line feed. */
export function barLine(bar: PriceBar): string {
  const time = new Date(bar.start).toISOString();
  const openTime = `${time.slice(0, 10)} ${time.slice(11, 19)}+00:00`;
  return `${openTime},${bar.open},${bar.high},${bar.low},${bar.close},${bar.volume}\n`;
}

/** Unix milliseconds of `2023-03-01 00:00:00+00:00`, of ISO 8601 with an offset, or of a count of milliseconds. */
export function parseOpenTime(text: string): number | undefined {
  if (/^\d{10,14}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text))
    return undefined;
  const time = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(time) ? undefined : time;
}

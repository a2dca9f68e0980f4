/** Open, high, low, close and volume of fills: kept by the minute, read at any longer resolution. */

import type { Decimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { TradeRow } from "#services/venue/engine/events.ts";
import { lotsText, ticksText } from "./number-text.ts";

const DAYS_KEPT = 30;
const BARS_LIMIT = 1_500;

/** Prices in ticks; `start` in Unix milliseconds. */
export type FillBar = {
  start: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
};

/** A bar on the wire. `time` is its start, Unix milliseconds; `volume` is of the base asset. */
export type FillBarRecord = {
  time: number;
  open: Decimal;
  high: Decimal;
  low: Decimal;
  close: Decimal;
  volume: Decimal;
};

/** True for the resolutions that can be read: a second, or whole minutes up to a day. */
export function isBarResolution(seconds: number): boolean {
  if (seconds === 1) return true;
  return Number.isSafeInteger(seconds / 60) && seconds >= 60 && seconds <= 86_400;
}

/** Adds a fill to a series whose bars are `length` milliseconds long. Fills come in order of time. */
export function addFill(bars: FillBar[], trade: TradeRow, length: number): void {
  const start = Math.floor(trade.time / length) * length;
  mergeNewer(bars, { ...barOfFill(trade), start });
}

/** Bars by the minute, as the source of longer ones. */
export function minuteSource(rows: readonly FillBar[]): BarSource<FillBar> {
  return { rows, timeOf: (bar) => bar.start, barOf: (bar) => bar };
}

/** Drops what is older than 30 days; in bulk, once a day's worth has gathered. */
export function forgetOldBars(bars: FillBar[]): void {
  const newest = bars.at(-1)?.start ?? 0;
  const oldest = bars[0]?.start ?? newest;
  if (oldest >= newest - (DAYS_KEPT + 1) * DAY_MS) return;
  bars.splice(0, firstAt(minuteSource(bars), newest - DAYS_KEPT * DAY_MS));
}

/** What bars are made of, in order of time: fills, or shorter bars. */
export type BarSource<Row> = {
  rows: readonly Row[];
  /** Unix milliseconds. */
  timeOf: (row: Row) => number;
  barOf: (row: Row) => FillBar;
};

/** The bars that begin within `from`..`to` (Unix ms), both included, each `length` milliseconds long. */
export type BarRange = { length: number; from: number; to: number };

/** The latest 1,500 bars of the range, oldest first. Begins at its end: what is older than those is not looked at. */
export function latestBars<Row>(source: BarSource<Row>, { length, from, to }: BarRange): FillBar[] {
  const { rows, timeOf, barOf } = source;
  const bars: FillBar[] = [];
  const oldest = Math.ceil(from / length) * length;
  const end = Math.floor(to / length) * length + length;
  for (let index = firstAt(source, end) - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row === undefined || timeOf(row) < oldest) break;
    const start = Math.floor(timeOf(row) / length) * length;
    const next = bars.at(-1);
    if (next?.start === start) mergeOlder(next, barOf(row));
    else if (bars.length === BARS_LIMIT) break;
    else bars.push({ ...barOf(row), start });
  }
  return bars.toReversed();
}

/** A fill as a bar of its own. */
export function barOfFill({ time, ticks, lots }: TradeRow): FillBar {
  return { start: time, open: ticks, high: ticks, low: ticks, close: ticks, lots };
}

export function barRecord(scale: MarketScale, bar: FillBar): FillBarRecord {
  return {
    time: bar.start,
    open: ticksText(scale, bar.open),
    high: ticksText(scale, bar.high),
    low: ticksText(scale, bar.low),
    close: ticksText(scale, bar.close),
    volume: lotsText(scale, bar.lots),
  };
}

function mergeNewer(bars: FillBar[], added: FillBar): void {
  const last = bars.at(-1);
  if (last === undefined || last.start < added.start) {
    bars.push(added);
    return;
  }
  last.high = Math.max(last.high, added.high);
  last.low = Math.min(last.low, added.low);
  last.close = added.close;
  last.lots += added.lots;
}

function mergeOlder(bar: FillBar, added: FillBar): void {
  bar.open = added.open;
  bar.high = Math.max(bar.high, added.high);
  bar.low = Math.min(bar.low, added.low);
  bar.lots += added.lots;
}

/** Index of the first row at or after `time`. */
function firstAt<Row>({ rows, timeOf }: BarSource<Row>, time: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && timeOf(row) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

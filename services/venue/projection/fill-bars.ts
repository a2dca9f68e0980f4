/** Open, high, low, close and volume of fills: kept by the minute, read at any longer resolution. */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/markets.ts";
import type { TradeRow } from "#services/venue/engine/state.ts";
import { lotsText, ticksText } from "./number-text.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
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
  const { ticks } = trade;
  mergeBar(bars, { start, open: ticks, high: ticks, low: ticks, close: ticks, lots: trade.lots });
}

/** Drops what is older than 30 days; in bulk, once a day's worth has gathered. */
export function forgetOldBars(bars: FillBar[]): void {
  const newest = bars.at(-1)?.start ?? 0;
  const oldest = bars[0]?.start ?? newest;
  if (oldest >= newest - (DAYS_KEPT + 1) * DAY) return;
  bars.splice(0, firstAt(bars, newest - DAYS_KEPT * DAY));
}

/** The latest 1,500 bars of `length` milliseconds that begin within `startAt`..`endAt`, both included. */
export function resample(
  minutes: readonly FillBar[],
  length: number,
  startAt: number,
  endAt: number,
): FillBar[] {
  const bars: FillBar[] = [];
  const from = Math.ceil(startAt / length) * length;
  for (let index = firstAt(minutes, from); index < minutes.length; index += 1) {
    const minute = minutes[index];
    if (minute === undefined) break;
    const start = Math.floor(minute.start / length) * length;
    if (start > endAt) break;
    mergeBar(bars, { ...minute, start });
  }
  return bars.slice(-BARS_LIMIT);
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

function mergeBar(bars: FillBar[], added: FillBar): void {
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

/** Index of the first bar that begins at or after `start`. */
function firstAt(bars: readonly FillBar[], start: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

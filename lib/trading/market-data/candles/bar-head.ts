/** Bars in integers, and the head of a market's bars: where its closed bars end, and the open bars after them. */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import type { KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";

/** Prices and sizes are integers of 1e-12: finer than any tick, lot or oracle. */
const BAR_DECIMALS = 12;

/** A bar in integers of `10 ** -BAR_DECIMALS`. */
export type ScaledBar = {
  start: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  trades: number;
  filled: boolean;
};

/** Times are Unix milliseconds on the venue's clock. */
export type BarHead = {
  /** The one-second bar starts where the closed bars end; no input of that second is in any of them. */
  openBars: Record<KlineInterval, ScaledBar>;
  /** Marks up to this time are in the bars. */
  markAt: number;
  /** Fills up to this id are in the bars. */
  fillId: number;
  /** No fill with a higher id was made before this time. */
  fillAt: number;
};

/** Every bar that ends at or before this time is closed. */
export function openSecondOf(head: BarHead): number {
  return head.openBars["1s"].start;
}

/** The last mark that is in the bars: its time, and its price, which is in force. */
export function lastMarkOf(head: BarHead): { at: number; price: bigint } {
  return { at: head.markAt, price: head.openBars["1s"].close };
}

/** True when a mark is newer than `last`: at a later time, or at the same one with another price. */
export function isNewMark(
  mark: { at: number; price: bigint },
  last: { at: number; price: bigint } | undefined,
): boolean {
  if (last === undefined || mark.at > last.at) return true;
  return mark.at === last.at && mark.price !== last.price;
}

/** Scales a decimal; `undefined` when it is not a decimal or finer than 1e-12. */
export function scaleForBar(text: string): bigint | undefined {
  return parseDecimal(text, BAR_DECIMALS);
}

/** A bar without a mark of its own, which carries `mark`. */
export function carriedBar(start: number, mark: bigint): ScaledBar {
  const prices = { open: mark, high: mark, low: mark, close: mark };
  return { start, ...prices, volume: 0n, trades: 0, filled: true };
}

/** The wire form of a bar. */
export function toBar(
  name: { market: string; interval: KlineInterval; closed: boolean },
  bar: ScaledBar,
): Bar {
  return {
    market: name.market,
    interval: name.interval,
    start: bar.start,
    open: formatDecimal(bar.open, BAR_DECIMALS),
    high: formatDecimal(bar.high, BAR_DECIMALS),
    low: formatDecimal(bar.low, BAR_DECIMALS),
    close: formatDecimal(bar.close, BAR_DECIMALS),
    volume: formatDecimal(bar.volume, BAR_DECIMALS),
    trades: bar.trades,
    closed: name.closed,
    filled: bar.filled,
  };
}

/** The inverse of {@link toBar}. @throws RangeError when a field is not a decimal of at most 12 places */
export function fromBar(bar: Omit<Bar, "market" | "interval" | "closed">): ScaledBar {
  const scaled = (text: string): bigint => {
    const value = scaleForBar(text);
    if (value === undefined) throw new RangeError(`${text} is no price or size of a bar`);
    return value;
  };
  return {
    start: bar.start,
    open: scaled(bar.open),
    high: scaled(bar.high),
    low: scaled(bar.low),
    close: scaled(bar.close),
    volume: scaled(bar.volume),
    trades: bar.trades,
    filled: bar.filled,
  };
}

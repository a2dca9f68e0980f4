/**
 * Bars of fills as the chart shows them: what the venue has counted, continued by the fills of the tape. The history does
 * not say which fills are in it, so price and volume are joined differently: a price can be taken twice without harm;
 * of the volume only what is surely not counted yet is added, and the next read brings the whole.
 */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { barStart, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { FillBar } from "#lib/protocol/market-data.ts";
import type { MarketScale } from "#lib/protocol/markets.ts";
import type { Trade } from "#lib/protocol/orders.ts";
import type { ShownBar } from "./bar-series.ts";

export type FillBarTerms = {
  interval: KlineInterval;
  scale: Pick<MarketScale, "priceDecimals" | "sizeDecimals">;
};

/** What one read of the history knew. Times are Unix milliseconds on the venue's clock. */
export type ReadTimes = {
  /** The answer may be of a moment this long before it was asked for, but not older. */
  askedAt: number;
  receivedAt: number;
};

/** Answers of the app are kept for a second; the stream reads fills once a second. */
const ANSWER_AGE_MS = 2_000;

/** The bar of one start: `counted` by the history, with the fills known of it, oldest first. */
export function joinFills(
  counted: FillBar | undefined,
  fills: readonly Trade[],
  read: ReadTimes,
  terms: FillBarTerms,
): FillBar | undefined {
  const [first] = fills;
  if (!first) return counted;
  const volumeOf = (some: readonly Trade[]) => sum(some, terms.scale.sizeDecimals);
  const recent = counted
    ? fills.filter(({ created_at }) => created_at > read.askedAt - ANSWER_AGE_MS)
    : fills;
  const base = counted ?? barOfFill(first, terms);
  const later = volumeOf(fills.filter(({ created_at }) => created_at > read.receivedAt));
  const known = volumeOf(fills);
  const atLeast =
    (counted ? (parseDecimal(counted.volume, terms.scale.sizeDecimals) ?? 0n) : 0n) + later;
  const joined = { ...base };
  for (const { price } of recent) {
    if (isAbove(price, joined.high, terms)) joined.high = price;
    if (isAbove(joined.low, price, terms)) joined.low = price;
    joined.close = price;
  }
  joined.volume = formatDecimal(atLeast > known ? atLeast : known, terms.scale.sizeDecimals);
  return joined;
}

/** Whether a read made at these times may lack this fill. */
export function maybeUncounted(fill: Trade, read: ReadTimes): boolean {
  return fill.created_at > read.askedAt - ANSWER_AGE_MS;
}

export function shown(bar: FillBar, now: number): ShownBar {
  const end = bar.start + KLINE_SECONDS[bar.interval] * 1000;
  return { ...bar, closed: end <= now, filled: false };
}

function barOfFill(fill: Trade, { interval }: FillBarTerms): FillBar {
  const { market, price, size, created_at } = fill;
  const start = barStart(interval, created_at);
  return {
    market,
    interval,
    start,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: size,
  };
}

function isAbove(a: string, b: string, { scale }: FillBarTerms): boolean {
  const [left, right] = [
    parseDecimal(a, scale.priceDecimals),
    parseDecimal(b, scale.priceDecimals),
  ];
  return left !== undefined && right !== undefined && left > right;
}

function sum(fills: readonly Trade[], decimals: number): bigint {
  return fills.reduce((total, { size }) => total + (parseDecimal(size, decimals) ?? 0n), 0n);
}

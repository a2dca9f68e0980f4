/**
 * Formats average prices: with the market's price digits and up to two more, without trailing zeros.
 */
import { formatFixed, parseSigned } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

const MORE_DECIMALS = 2;

/** By symbol, of the markets that this page has read. For texts written without a market record. */
const known = new Map<string, { priceDecimals: number; coin: string }>();

export function knowMarkets(markets: readonly Market[]): void {
  for (const market of markets) {
    const { priceDecimals } = marketScale(market);
    known.set(market.symbol, { priceDecimals, coin: market.base_asset.symbol });
  }
}

/** What a market's sizes count, `BTC`; the symbol while the market is not known. */
export function coinIn(symbol: string): string {
  return known.get(symbol)?.coin ?? symbol;
}

/** As a decimal string: `59219.51002` in steps of 0.1 is `59219.51`, and `59219` is `59219.0`. */
export function shownAverage(average: string, priceDecimals: number): string {
  const decimals = priceDecimals + MORE_DECIMALS;
  const scaled = parseSigned(average, decimals);
  if (scaled === undefined) return average;
  return formatFixed(scaled, decimals)
    .replace(/0{1,2}$/, "")
    .replace(/\.$/, "");
}

/** The same for a market by its symbol; unchanged while the market is not known. */
export function shownAverageIn(symbol: string, average: string): string {
  const market = known.get(symbol);
  return market === undefined ? average : shownAverage(average, market.priceDecimals);
}

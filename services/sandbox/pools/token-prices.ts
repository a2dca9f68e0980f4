/** What the pools' tokens cost: the venue's marks, and for the others what they always cost. */
import type { PoolListing } from "#lib/protocol/solana/pools.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { MarketWatch } from "#services/sandbox/traders/market-watch.ts";
import type { PoolPrice } from "./corrective-swap.ts";

/** All prices here have so many decimals. */
export const PRICE_DECIMALS = 9;

/** Whole USDC by token in 1e-9; undefined for a market without a fresh mark. */
export type TokenPrices = (symbol: TokenSymbol) => bigint | undefined;

/** Tokens without a market. That of THIN is the price at which its pool begins. */
const FIXED: Partial<Record<TokenSymbol, bigint>> = {
  USDC: 1_000_000_000n,
  THIN: 50_000_000n,
};

export function pricesOf(watch: MarketWatch): TokenPrices {
  return (symbol) => FIXED[symbol] ?? markOf(watch, `${symbol}USDC`);
}

function markOf(watch: MarketWatch, symbol: string): bigint | undefined {
  const scale = watch.markets().find((market) => market.symbol === symbol)?.scale;
  const ticks = watch.mark(symbol);
  if (scale === undefined || ticks === undefined) return undefined;
  return ticks * scale.tickUnits * 10n ** BigInt(PRICE_DECIMALS - scale.priceDecimals);
}

/** The price that a pool should have. */
export function poolPrice({ a, b }: PoolListing, prices: TokenPrices): PoolPrice | undefined {
  const [priceA, priceB] = [prices(a), prices(b)];
  if (priceA === undefined || priceB === undefined) return undefined;
  const [unitA, unitB] = [a, b].map((symbol) => 10n ** BigInt(TOKENS[symbol].decimals));
  if (unitA === undefined || unitB === undefined) return undefined;
  return { top: priceA * unitB, bottom: priceB * unitA };
}

/** Base units that are worth so many whole USDC. */
export function unitsWorth(symbol: TokenSymbol, usdc: bigint, price: bigint): bigint {
  return (usdc * 10n ** BigInt(TOKENS[symbol].decimals + PRICE_DECIMALS)) / price;
}

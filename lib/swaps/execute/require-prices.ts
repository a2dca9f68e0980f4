/** Refuses a swap of assets whose price is not known now: nobody could say what it is worth. */
import "server-only";
import { ServiceError } from "#lib/platform/errors.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { marketOf } from "#lib/protocol/swaps/asset-markets.ts";
import type { Marks } from "#lib/protocol/swaps/mark-loss.ts";
import { marketData } from "#lib/trading/market-data/hub.ts";
import type { MarketSnapshot } from "#lib/trading/market-data/market-feed.ts";

const STALE_AFTER_MS = 5_000;

/** @param now Unix milliseconds. @returns the marks of those that have a market. @throws ORACLE_STALE */
export function requirePrices(assets: readonly TokenSymbol[], now: number): Marks {
  const marks: Partial<Record<TokenSymbol, string>> = {};
  for (const asset of assets) {
    const market = marketOf(asset);
    if (market === undefined) continue;
    const mark = markOf(market);
    if (mark === undefined || now - mark.timestamp > STALE_AFTER_MS)
      throw new ServiceError("ORACLE_STALE", { asset });
    marks[asset] = mark.mark_price;
  }
  return marks;
}

/** Undefined also while the venue's markets are not known, and where it has no such market. */
function markOf(market: string): MarketSnapshot["mark"] {
  try {
    return marketData().snapshot(market).mark;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

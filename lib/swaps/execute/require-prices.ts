/** Refuses a swap of assets without a current price, because its value would be unknown. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { findAssetMarket } from "#lib/protocol/swaps/asset-markets.ts";
import type { Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import type { MarketSnapshot } from "#lib/trading/market-data/market-feed.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";

const STALE_AFTER_MS = 5_000;

/**
 * @param now Unix milliseconds. @returns the marks of the assets that have a market. @throws
 * ORACLE_STALE
 */
export function requirePrices(assets: readonly TokenSymbol[], now: number): Marks {
  const marks: Partial<Record<TokenSymbol, string>> = {};
  for (const asset of assets) {
    const market = findAssetMarket(asset);
    if (market === undefined) continue;
    const mark = markOf(market);
    if (mark === undefined || now - mark.timestamp > STALE_AFTER_MS)
      throw new ServiceError("ORACLE_STALE", { asset });
    marks[asset] = mark.mark_price;
  }
  return marks;
}

/** Undefined while the venue's markets are unknown, and for an unknown market. */
function markOf(market: string): MarketSnapshot["mark"] {
  try {
    return marketData().snapshot(market).mark;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

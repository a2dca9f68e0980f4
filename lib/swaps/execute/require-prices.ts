/** Refuses a swap of assets whose price is not known now: nobody could say what it is worth. */
import "server-only";
import { ServiceError } from "#lib/platform/errors.ts";
import { marketOf } from "#lib/protocol/swaps/asset-markets.ts";
import { marketData } from "#lib/trading/market-data/hub.ts";

const STALE_AFTER_MS = 5_000;

/** @param now Unix milliseconds. @throws ORACLE_STALE */
export function requirePrices(assets: readonly string[], now: number): void {
  for (const asset of assets) {
    const market = marketOf(asset);
    if (market === undefined) continue;
    const markedAt = lastMarkOf(market);
    if (markedAt === undefined || now - markedAt > STALE_AFTER_MS)
      throw new ServiceError("ORACLE_STALE", { asset });
  }
}

/** Undefined also while the venue's markets are not known, and where it has no such market. */
function lastMarkOf(market: string): number | undefined {
  try {
    return marketData().snapshot(market).mark?.timestamp;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

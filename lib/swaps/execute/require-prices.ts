/** Refuses a swap of assets whose price is not known now: nobody could say what it is worth. */
import "server-only";
import { ServiceError } from "#lib/platform/errors.ts";
import { marketOf } from "#lib/swaps/chain/asset-markets.ts";
import { marketData } from "#lib/trading/market-data/hub.ts";

const STALE_AFTER_MS = 5_000;

/** @param now Unix milliseconds. @throws ORACLE_STALE */
export function requirePrices(assets: readonly string[], now: number): void {
  for (const asset of assets) {
    const market = marketOf(asset);
    if (market === undefined) continue;
    const { mark } = marketData().snapshot(market);
    if (mark === undefined || now - mark.timestamp > STALE_AFTER_MS)
      throw new ServiceError("ORACLE_STALE", { asset });
  }
}

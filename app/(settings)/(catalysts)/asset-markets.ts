import type { AssetMarket } from "#components/catalysts/pictures/asset-market.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";

/** The markets with their assets; none while the venue cannot be read. */
export async function readAssetMarkets(): Promise<AssetMarket[]> {
  const markets = await marketData()
    .markets()
    .catch(() => []);
  return markets.map(({ symbol, base_asset: { symbol: asset } }) => ({ asset, symbol }));
}

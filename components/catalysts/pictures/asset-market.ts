/** A market and the asset that it trades. */
export type AssetMarket = { asset: string; symbol: string };

/** News about everything is shown beside this asset. */
export const REFERENCE_ASSET = "BTC";

/** The markets of the assets that are traded here, in the order of the assets. */
export function marketsOf(
  assets: readonly string[],
  markets: readonly AssetMarket[],
): AssetMarket[] {
  return assets.flatMap((asset) => markets.find((market) => market.asset === asset) ?? []);
}

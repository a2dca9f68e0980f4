/** A market and the asset that it trades. */
export type AssetMarket = { asset: string; symbol: string };

/** News about everything is shown beside this asset. */
const REFERENCE = "BTC";

/**
 * The markets of the assets that are traded here, in the order of the assets; without assets, the market of Bitcoin, which
 * news about everything moves.
 */
export function marketsOf(
  assets: readonly string[],
  markets: readonly AssetMarket[],
): AssetMarket[] {
  const wanted = assets.length === 0 ? [REFERENCE] : assets;
  return wanted.flatMap((asset) => markets.find((market) => market.asset === asset) ?? []);
}

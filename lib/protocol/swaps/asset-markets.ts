/** The markets that price assets. */
/** The market whose mark is the price of an asset. */
const MARKETS: Readonly<Record<string, string>> = {
  SOL: "SOLUSDC",
  BTC: "BTCUSDC",
  ETH: "ETHUSDC",
};

/** Undefined for assets without a market, and for USDC, which counts as one USD. */
export function findAssetMarket(asset: string): string | undefined {
  return Object.hasOwn(MARKETS, asset) ? MARKETS[asset] : undefined;
}

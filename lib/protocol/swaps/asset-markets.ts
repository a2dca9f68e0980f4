/** Prices of assets. */
/** The market whose mark is the price of an asset. */
const MARKETS: Readonly<Record<string, string>> = {
  SOL: "SOLUSDC",
  BTC: "BTCUSDC",
  ETH: "ETHUSDC",
};

/** Undefined for USDC, which is worth one USD here, and for assets without a market. */
export function marketOf(asset: string): string | undefined {
  return Object.hasOwn(MARKETS, asset) ? MARKETS[asset] : undefined;
}

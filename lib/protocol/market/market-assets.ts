/** The asset whose price a market shows, by the market's symbol: BTC of BTCUSDC. */

const QUOTES = /(?:USDC|USDT|USD)$/;

export function assetOf(market: string): string {
  return market.replace(QUOTES, "") || market;
}

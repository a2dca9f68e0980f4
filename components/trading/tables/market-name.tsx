"use client";

import { useTerms } from "#components/trading/account-reads/use-market-list.ts";
import { CoinIcon } from "#components/ui/coin-icon.tsx";

/** A market in a row of a table, with the icon of its coin. */
export function MarketName({ market }: { market: string }) {
  return (
    <>
      <CoinIcon symbol={useTerms(market)?.base_asset.symbol} className="me-1.5" />
      <bdi>{market}</bdi>
    </>
  );
}

"use client";

import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { type LiveAccount, liveAccount } from "./live-account.ts";
import { useAccount, usePositions } from "./use-account.ts";

/** The signed-in account by the live mark; `undefined` until it has been read. */
export function useLiveAccount(): LiveAccount | undefined {
  const market = useMarket();
  const mark = useMarketState("mark");
  const account = useAccount().data;
  const positions = usePositions().data;
  if (!account) return undefined;
  return liveAccount(account, positions, {
    symbol: market.symbol,
    mark,
    scale: marketScale(market),
    mmRatio: market.mm_ratio,
  });
}

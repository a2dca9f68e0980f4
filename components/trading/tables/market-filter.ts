"use client";

import { createPreference } from "#components/data/preference.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useStore } from "#components/ui/use-store.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { chosenSide } from "./chosen-table.ts";

const allMarkets = createPreference("account.all-markets", true, (stored) =>
  typeof stored === "boolean" ? stored : undefined,
);

export type MarketFilter = {
  /** True: rows of all markets. Stored in this browser. */
  all: boolean;
  setAll: (all: boolean) => void;
  /** The market to read, `undefined` for all. */
  market: string | undefined;
  side: Side | undefined;
  setSide: (side: Side | undefined) => void;
  shows: (market: string, side?: Side) => boolean;
};

/** The filters of the trading page's tables. */
export function useMarketFilter(): MarketFilter {
  const { symbol } = useMarket();
  const all = useStore(allMarkets);
  const side = useStore(chosenSide);
  return {
    all,
    setAll: allMarkets.set,
    market: all ? undefined : symbol,
    side,
    setSide: chosenSide.set,
    shows: (market, of) =>
      (all || market === symbol) && (side === undefined || of === undefined || of === side),
  };
}

"use client";

import { useMemo } from "react";
import { useAccount, useOpenOrders, usePositions } from "#components/account/queries.ts";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import { marketScale } from "#lib/protocol/markets.ts";
import { bookLevels, holdingsOf, priceTicks } from "./holdings.ts";
import { largestAffordable, type PlannedOrder, type Preview, previewOrder } from "./preview.ts";
import { useTicket } from "./ticket-context.tsx";
import { bandEdge, type CheckedDraft, checkDraft, tooLarge } from "./validation.ts";

export type OrderCheck = CheckedDraft & {
  preview: Preview | undefined;
  /** False while parts of a signed-in account are unread: its margin can not be judged yet. */
  accountKnown: boolean;
  /** The most lots that the account can trade on this side; for reduce only, the position. */
  largestLots: () => bigint;
};

/** The draft, judged and previewed against the live mark, book and account. */
export function useOrderCheck(): OrderCheck {
  const { draft } = useTicket();
  const { sessionAddress } = useWallet();
  const market = useMarket();
  const scale = useMemo(() => marketScale(market), [market]);
  const mark = useMarketState("mark");
  const book = useMarketState("book");
  const account = useAccount().data;
  const positions = usePositions().data;
  const orders = useOpenOrders().data;

  return useMemo(() => {
    const markTicks = priceTicks(mark, scale);
    const asks = bookLevels(book, "asks", scale);
    const bids = bookLevels(book, "bids", scale);
    const holdings = holdingsOf({ account, positions, orders }, market, markTicks ?? 0n);
    const accountKnown =
      sessionAddress === undefined ||
      (account !== undefined && positions !== undefined && orders !== undefined);
    const positionLots =
      sessionAddress !== undefined && positions === undefined ? undefined : holdings.exposure.size;
    const checked = checkDraft(draft, {
      market,
      scale,
      markTicks,
      bestAskTicks: asks[0]?.ticks,
      bestBidTicks: bids[0]?.ticks,
      positionLots,
    });
    if (markTicks === undefined) {
      return { ...checked, preview: undefined, accountKnown, largestLots: () => 0n };
    }
    const limitTicks =
      draft.type === "LIMIT" ? checked.priceTicks : bandEdge(market, markTicks, draft.side);
    const terms = { market, scale, markTicks, opposite: draft.side === "BUY" ? asks : bids };
    const planned = (lots: bigint, limit: bigint): PlannedOrder => ({
      side: draft.side,
      lots,
      limitTicks: limit,
      rests: draft.timeInForce === "GTC",
      allOrNothing: draft.timeInForce === "FOK",
    });
    const preview =
      checked.lots !== undefined && !tooLarge(checked.lots) && limitTicks !== undefined
        ? previewOrder(planned(checked.lots, limitTicks), holdings, terms)
        : undefined;
    const largestLots = () => {
      if (!accountKnown || positionLots === undefined) return 0n;
      const reducible = draft.side === "SELL" ? positionLots : -positionLots;
      if (draft.reduceOnly) return reducible > 0n ? reducible : 0n;
      // The size of an order that must fill completely is not known yet: what would fill of it counts.
      const any = { ...planned(0n, limitTicks ?? markTicks), allOrNothing: false };
      return largestAffordable(any, holdings, terms);
    };
    return { ...checked, preview, accountKnown, largestLots };
  }, [draft, market, scale, mark, book, account, positions, orders, sessionAddress]);
}

"use client";

import { useEffect, useMemo } from "react";
import { demoEquity, slippageBound } from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import {
  useAccount,
  useOpenOrders,
  usePositions,
} from "#components/trading/account-reads/use-account.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { type Readiness, useReadiness } from "#components/trading/readiness/readiness.ts";
import { lazyModule } from "#components/ui/lazy-module.ts";
import { useLoaded, useStore } from "#components/ui/use-store.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { type MarketScale, MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import {
  bookLevels,
  cashOnly,
  holdingsOf,
  isIsolatedIn,
  priceTicks,
} from "#lib/protocol/orders/holdings.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { DraftContext } from "./count-draft.ts";
import { type CheckedOrder, checkOrder, type OrderSituation } from "./preview-draft.ts";
import { useTicket } from "./ticket-context.tsx";
import type { Wording } from "./ticket-text.ts";

export type OrderCheck = CheckedOrder & {
  readiness: Readiness;
  wording: Wording;
  market: Market;
  scale: MarketScale;
  /** False while parts of a signed-in account are unread, and its margin cannot be checked. */
  accountKnown: boolean;
  /** True when the preview uses a visitor's demo equity; nothing can be sent. */
  demo: boolean;
  /** Open orders of the account in the market, those that wait included. */
  openHere: number;
};

/** The arithmetic of attached orders, loaded with their editor. Until it is loaded, attached orders cannot be sent. */
export const attachedArithmetic = lazyModule(() => import("./tp-sl.ts"));

/** The arithmetic of isolated positions, loaded for an account that has one in the page's market. */
const isolatedPreview = lazyModule(() => import("#lib/protocol/orders/isolated-preview.ts"));

/** A percentage with four decimals counts parts per million. */
const PERCENT_DECIMALS = 4;

/** Readiness of visitors, who see the ticket with demo equity. */
const VISITOR_STATES: ReadonlySet<Readiness> = new Set<Readiness>([
  "no-wallet",
  "signed-out",
  "not-enabled",
]);

function useTicketWording(): Wording {
  const text = useText("ticket");
  const format = useFormat();
  const refusals = useText("venueErrors");
  return useMemo(() => ({ text, refusals, format }), [text, refusals, format]);
}

export type LiveSituation = Pick<
  OrderCheck,
  "readiness" | "wording" | "market" | "scale" | "accountKnown" | "demo" | "openHere"
> & { situation: OrderSituation };

/** The live mark, book and account against which orders are checked. */
export function useOrderSituation(): LiveSituation {
  const wording = useTicketWording();
  const readiness = useReadiness();
  const market = useMarket();
  const scale = useMemo(() => marketScale(market), [market]);
  const mark = useMarketState("mark");
  const book = useMarketState("book");
  const lastTrade = useMarketState("stats")?.last_traded_price;
  const account = useAccount().data;
  const positions = usePositions().data;
  const orders = useOpenOrders().data;
  const demoBalance = useStore(demoEquity);
  const bound = useStore(slippageBound);
  const demo = VISITOR_STATES.has(readiness);
  const isIsolated = isIsolatedIn(account, market.symbol);
  const arithmetic = useLoaded(isolatedPreview)?.isolatedArithmetic ?? null;
  useEffect(() => {
    if (isIsolated) isolatedPreview.load().catch(() => undefined);
  }, [isIsolated]);
  const accountKnown =
    demo ||
    (account !== undefined &&
      positions !== undefined &&
      orders !== undefined &&
      (!isIsolated || arithmetic !== null));

  const levels = useMemo(
    () => ({ asks: bookLevels(book, "asks", scale), bids: bookLevels(book, "bids", scale) }),
    [book, scale],
  );
  const situation = useMemo(() => {
    const markTicks = priceTicks(mark, scale);
    const holdings = demo
      ? cashOnly(parseDecimal(demoBalance, MONEY_DECIMALS) ?? 0n)
      : holdingsOf({ account, positions, orders }, market, markTicks ?? 0n, arithmetic);
    const inMarket = orders?.filter((order) => order.market === market.symbol).length ?? 0;
    const context: DraftContext = {
      market,
      scale,
      markTicks,
      // "0" before the first trade.
      lastTicks: priceTicks(lastTrade, scale) || undefined,
      bestAskTicks: levels.asks[0]?.ticks,
      bestBidTicks: levels.bids[0]?.ticks,
      boundPpm: bound === "" ? undefined : parseDecimal(bound, PERCENT_DECIMALS),
      positionLots: accountKnown ? holdings.position.size : undefined,
      resting: holdings.orders,
      openOrders: { inMarket, all: orders?.length ?? 0 },
    };
    return { holdings, context, levels };
  }, [
    market,
    scale,
    mark,
    lastTrade,
    levels,
    account,
    positions,
    orders,
    arithmetic,
    demo,
    demoBalance,
    bound,
    accountKnown,
  ]);
  const openHere = situation.context.openOrders.inMarket;
  return useMemo(
    () => ({ situation, readiness, wording, market, scale, accountKnown, demo, openHere }),
    [situation, readiness, wording, market, scale, accountKnown, demo, openHere],
  );
}

/** Checks and previews the draft against live mark, book and account. */
export function useOrderCheck(): OrderCheck {
  const { draft } = useTicket();
  const live = useOrderSituation();
  const attaching = useLoaded(attachedArithmetic);
  return useMemo(() => {
    const { situation, ...known } = live;
    return { ...checkOrder(draft, situation, live.wording, attaching), ...known };
  }, [draft, live, attaching]);
}

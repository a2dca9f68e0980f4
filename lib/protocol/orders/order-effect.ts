/**
 * Computes what an order would do to an account in the present market, in exact integers. The ticket shows it, and the
 * service checks proposed orders with it, so that both agree.
 */

import { type MarketScale, marketScale } from "#lib/protocol/market/markets.ts";
import type { Market, OrderBook } from "#lib/protocol/wire/market.ts";
import { bandEdge } from "./counts.ts";
import { type AccountRecords, bookLevels, holdingsOf, priceTicks, signedLots } from "./holdings.ts";
import { isolatedArithmetic } from "./isolated-preview.ts";
import {
  type AccountAfter,
  filledAtTrigger,
  type Holdings,
  largestAffordable,
  type Preview,
  type PreviewTerms,
  previewOrder,
} from "./order-preview.ts";
import { isReduceOnly, type PlaceOrderFields } from "./orders.ts";
import { plannedOrder } from "./plan-fills.ts";

export type Surroundings = {
  market: Market;
  /** A decimal. */
  mark: string | undefined;
  book: OrderBook | undefined;
  records: AccountRecords;
};

export type Effect = {
  lots: bigint;
  triggerTicks: bigint | undefined;
  /** The price of a limit order. */
  priceTicks: bigint | undefined;
  scale: MarketScale;
  holdings: Holdings;
  markTicks: bigint | undefined;
  /** The worst price that the market's band allows. */
  edgeTicks: bigint | undefined;
  /** `undefined` without a mark or a book, and for an order that waits for its trigger, which reserves nothing until then. */
  preview: Preview | undefined;
  /** The account once an order that waits has filled at its trigger. */
  triggered: AccountAfter | undefined;
  /** The most lots of such an order that the account's margin supports; 0 without a preview. */
  largestLots: () => bigint;
};

export function effectOf(
  order: PlaceOrderFields,
  { market, mark, book, records }: Surroundings,
): Effect {
  const scale = marketScale(market);
  const markTicks = priceTicks(mark, scale);
  const lots = signedLots(order.size, scale);
  const holdings = holdingsOf(records, market, markTicks ?? 0n, isolatedArithmetic);
  const triggerTicks = priceTicks(order.trigger_price, scale);
  const limitTicks = priceTicks(order.price, scale);
  const known = { lots, triggerTicks, priceTicks: limitTicks, scale, holdings, markTicks };
  const unknown = { preview: undefined, triggered: undefined, largestLots: () => 0n };
  if (markTicks === undefined) return { ...known, ...unknown, edgeTicks: undefined };
  const edgeTicks = bandEdge(market, markTicks, order.side);
  // An order that waits for its trigger trades later, with another book.
  if (triggerTicks !== undefined) {
    const planned = { side: order.side, lots, reduceOnly: isReduceOnly(order) };
    const triggered = filledAtTrigger(planned, triggerTicks, holdings, {
      market,
      scale,
      markTicks,
    });
    return { ...known, ...unknown, triggered, edgeTicks };
  }
  if (book === undefined) return { ...known, ...unknown, edgeTicks };
  const opposite = bookLevels(book, order.side === "BUY" ? "asks" : "bids", scale);
  const terms: PreviewTerms = { market, scale, markTicks, opposite };
  const kind = { ...order, type: order.order_type, timeInForce: order.time_in_force };
  const plan = plannedOrder(kind, lots, limitTicks ?? edgeTicks);
  return {
    ...known,
    edgeTicks,
    preview: previewOrder(plan, holdings, terms),
    triggered: undefined,
    largestLots: () => largestAffordable(plan, holdings, terms),
  };
}

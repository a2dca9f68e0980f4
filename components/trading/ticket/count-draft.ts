/** Counts a draft in ticks and lots: the figures of the rules, of the preview, and of what is signed. */
import { TRIGGER_SOURCE_CODE } from "#lib/protocol/enumerations.ts";
import { lotsText, type MarketScale, ticksText } from "#lib/protocol/market/markets.ts";
import {
  bandEdge,
  type CountedHolding,
  type CountedOrder,
  countedHolding,
  countedMarket,
} from "#lib/protocol/orders/counts.ts";
import {
  isTriggerType,
  NO_TRIGGER,
  type PlaceOrderFields,
  triggerAt,
} from "#lib/protocol/orders/orders.ts";
import type { OwnOrder } from "#lib/protocol/orders/plan-fills.ts";
import { unknownHolding } from "#lib/protocol/orders/rules.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { flagsOf, type OrderDraft } from "./draft.ts";

/** Market and account in ticks and lots. */
export type DraftContext = {
  market: Market;
  scale: MarketScale;
  markTicks: bigint | undefined;
  /** The last trade; `undefined` before the first. */
  lastTicks: bigint | undefined;
  bestBidTicks: bigint | undefined;
  bestAskTicks: bigint | undefined;
  /** How far from the mark a market order may trade, in parts per million; without it, as far as the venue allows. */
  boundPpm?: bigint | undefined;
  /** Signed; 0 without a position, `undefined` while it has not been read. */
  positionLots: bigint | undefined;
  /** The account's own orders in this market's book. */
  resting: readonly OwnOrder[];
  /** All open orders of the account, including those that wait for a trigger. */
  openOrders: { inMarket: number; all: number };
};

/** The figures of a draft as counts; `undefined` while a text is none, or is not asked for. */
export type Counts = {
  lots: bigint | undefined;
  /** The price of a limit order. */
  priceTicks: bigint | undefined;
  /** The trigger price of an order that waits for one. */
  triggerTicks: bigint | undefined;
};

export function countedDraft(
  draft: OrderDraft,
  { lots, priceTicks, triggerTicks }: Counts,
): CountedOrder {
  const { side, type, timeInForce } = draft;
  const size = Number(lots ?? 0n);
  return {
    side,
    type,
    timeInForce,
    flags: flagsOf(draft),
    size,
    remaining: size,
    ticks: Number(priceTicks ?? 0n),
    triggerTicks: Number(triggerTicks ?? 0n),
    triggerSource: isTriggerType(type) ? TRIGGER_SOURCE_CODE[draft.triggerSource] : null,
  };
}

/** An old mark is not an error of the draft: it locks the button (submit-order.tsx). */
export function marketOf({
  market,
  markTicks,
  lastTicks,
  bestBidTicks,
  bestAskTicks,
}: DraftContext) {
  const prices = { markTicks, lastTicks, bidTicks: bestBidTicks, askTicks: bestAskTicks };
  return countedMarket(market, { ...prices, markTime: 0 });
}

export function holdingOf(
  order: CountedOrder,
  { positionLots, resting, openOrders }: DraftContext,
): CountedHolding {
  if (positionLots === undefined) return unknownHolding(order);
  return countedHolding(positionLots, resting, openOrders);
}

/**
 * The worst price of a market order by its owner's bound, which is within the venue's; `undefined` without one. An order
 * that only closes has none: what is left open costs more than a worse price.
 */
export function worstTicks(
  { type, side, reduceOnly }: OrderDraft,
  { market, markTicks, boundPpm }: DraftContext,
): bigint | undefined {
  if (type !== "MARKET" || reduceOnly) return undefined;
  if (boundPpm === undefined || markTicks === undefined) return undefined;
  if (boundPpm >= BigInt(market.price_band_ratio)) return undefined;
  return bandEdge({ price_band_ratio: Number(boundPpm) }, markTicks, side);
}

export function fieldsOf(
  draft: OrderDraft,
  context: DraftContext,
  { lots = 0n, priceTicks, triggerTicks }: Counts,
): PlaceOrderFields {
  const { market, scale } = context;
  const worst = worstTicks(draft, context);
  // The venue's market orders have no price, so a bound makes it a limit order that never rests.
  if (worst !== undefined) {
    return {
      market: market.symbol,
      side: draft.side,
      size: lotsText(lots, scale),
      price: ticksText(worst, scale),
      order_type: "LIMIT",
      flags: flagsOf(draft),
      time_in_force: draft.timeInForce === "FOK" ? "FOK" : "IOC",
      ...NO_TRIGGER,
    };
  }
  return {
    market: market.symbol,
    side: draft.side,
    size: lotsText(lots, scale),
    price: priceTicks === undefined ? null : ticksText(priceTicks, scale),
    order_type: draft.type,
    flags: flagsOf(draft),
    time_in_force: draft.timeInForce,
    ...(triggerTicks === undefined
      ? NO_TRIGGER
      : triggerAt(ticksText(triggerTicks, scale), draft.triggerSource)),
  };
}

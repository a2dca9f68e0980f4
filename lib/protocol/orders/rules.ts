/**
 * The rules of an order that do not depend on money, in the venue's order of checks. The venue refuses by
 * them; ticket and staging check the same before anything is sent.
 */

import {
  ORDER_FLAG,
  type OrderType,
  type Side,
  type TimeInForce,
  TRIGGER_SOURCE_CODE,
} from "#lib/protocol/enumerations.ts";
import { type MarketScale, ticksText } from "#lib/protocol/market/markets.ts";
import {
  type CountedHolding,
  type CountedMarket,
  type CountedOrder,
  countedHolding,
  type MarketSteps,
  type OrderRefusal,
  readPrice,
  readSize,
} from "./counts.ts";
import {
  firesRising,
  isPostOnly,
  isReduceOnly,
  isTriggerType,
  mayRest,
  type PlaceOrderFields,
} from "./orders.ts";

/** On a mark older than this only orders that reduce a position are accepted. */
export const MARK_STALE_MS = 5_000;
const OPEN_ORDERS_PER_MARKET = 200;
const OPEN_ORDERS_PER_ACCOUNT = 1_000;

/** True when a price is worse for this side than a limit. */
export function beyond(side: Side, ticks: number, limitTicks: number): boolean {
  return side === "BUY" ? ticks > limitTicks : ticks < limitTicks;
}

/** For an unknown account, a reduce-only order is assumed to have a position to reduce, and any other order none. */
export function unknownHolding(order: CountedOrder): CountedHolding {
  const held = isReduceOnly(order) ? BigInt(order.size) : 0n;
  return countedHolding(order.side === "SELL" ? held : -held, [], { inMarket: 0, all: 0 });
}

/** A time in force or a flag that does not go with a type of order; the words of a refusal have one for each. */
export type TermsConflict = "marketRests" | "triggerFok" | "postOnlyTakes";

export function termsConflict(
  type: OrderType,
  timeInForce: TimeInForce,
  flags: number,
): TermsConflict | undefined {
  if (type === "MARKET" && timeInForce === "GTC") return "marketRests";
  if (isTriggerType(type) && timeInForce === "FOK") return "triggerFok";
  const takes = type !== "LIMIT" || timeInForce !== "GTC";
  return takes && (flags & ORDER_FLAG.POST_ONLY) !== 0 ? "postOnlyTakes" : undefined;
}

/** Which terms do not go together, whatever the state of the market is. */
export function termsProblem(order: PlaceOrderFields): OrderRefusal | undefined {
  const reason = termsReason(order);
  return reason === undefined ? undefined : { code: "INVALID_ORDER_TERMS", context: { reason } };
}

function termsReason(order: PlaceOrderFields): string | undefined {
  const { order_type: type, price, trigger_price: trigger, trigger_source: source } = order;
  const isTrigger = isTriggerType(type);
  if (!isTrigger && (trigger !== null || source !== null)) return `A ${type} order has no trigger.`;
  if (isTrigger && (trigger === null || source === null)) {
    return `A ${type} order needs trigger_price and trigger_source.`;
  }
  if (type === "LIMIT" && price === null) return "A LIMIT order needs a price.";
  if (type !== "LIMIT" && price !== null) return `A ${type} order has no price.`;
  switch (termsConflict(type, order.time_in_force, order.flags)) {
    case undefined:
      return undefined;
    case "marketRests":
      return "A MARKET order needs time_in_force IOC or FOK.";
    case "triggerFok":
      return `A ${type} order needs time_in_force GTC or IOC.`;
    case "postOnlyTakes":
      return "POST_ONLY goes with a LIMIT order that is GTC.";
  }
}

/** The signed fields as counts of the market's ticks and lots. */
export function countedOrder(
  order: PlaceOrderFields,
  market: MarketSteps,
): CountedOrder | OrderRefusal {
  const conflict = termsProblem(order);
  if (conflict !== undefined) return conflict;
  const size = readSize(market, order.size);
  if (typeof size !== "number") return size;
  const ticks = order.price === null ? 0 : readPrice(market, order.price, "price");
  if (typeof ticks !== "number") return ticks;
  const { trigger_price: trigger } = order;
  const triggerTicks = trigger === null ? 0 : readPrice(market, trigger, "trigger_price");
  if (typeof triggerTicks !== "number") return triggerTicks;
  return {
    side: order.side,
    type: order.order_type,
    timeInForce: order.time_in_force,
    flags: order.flags,
    size,
    remaining: size,
    ticks,
    triggerTicks,
    triggerSource: order.trigger_source,
  };
}

/** The first rule that a new order breaks. `time`: the venue's clock, Unix milliseconds. */
export function placingProblem(
  order: CountedOrder,
  market: CountedMarket,
  holding: CountedHolding,
  time: number,
): OrderRefusal | undefined {
  const problem = statusProblem(order, market) ?? placesProblem(order, holding);
  if (problem !== undefined) return problem;
  return isTriggerType(order.type)
    ? waitingProblem(order, market, holding)
    : tradingProblem(order, market, holding, time);
}

/** The market's status does not allow the order, or there is no mark. */
export function statusProblem(
  order: CountedOrder,
  { listing, markTicks }: CountedMarket,
): OrderRefusal | undefined {
  const { symbol: market, status } = listing;
  if (status === "Halted") return { code: "MARKET_HALTED", context: { market } };
  if (status === "PostOnly" && !isPostOnly(order)) {
    return { code: "MARKET_POST_ONLY", context: { market } };
  }
  return markTicks === 0 ? { code: "MARK_UNAVAILABLE", context: {} } : undefined;
}

function placesProblem(order: CountedOrder, holding: CountedHolding): OrderRefusal | undefined {
  if (order.timeInForce !== "GTC" && !isTriggerType(order.type)) return undefined;
  return openOrdersProblem(1, holding);
}

/** So many more open orders than the account may have, in this market or in all. */
export function openOrdersProblem(
  more: number,
  { orders, untriggered, account }: CountedHolding,
): OrderRefusal | undefined {
  if (orders.size + untriggered.size + more > OPEN_ORDERS_PER_MARKET) {
    return { code: "TOO_MANY_OPEN_ORDERS", context: { limit: OPEN_ORDERS_PER_MARKET } };
  }
  return account.openOrders + more > OPEN_ORDERS_PER_ACCOUNT
    ? { code: "TOO_MANY_OPEN_ORDERS", context: { limit: OPEN_ORDERS_PER_ACCOUNT } }
    : undefined;
}

/** An order that waits: its trigger must not have come yet, and a reduce-only one needs something to reduce. */
function waitingProblem(
  order: CountedOrder,
  market: CountedMarket,
  holding: CountedHolding,
): OrderRefusal | undefined {
  return (
    minimumProblem(order, market) ??
    triggerProblem(order, market) ??
    reductionProblem(order, market, holding)
  );
}

/** An order that would trade or rest now. */
export function tradingProblem(
  order: CountedOrder,
  market: CountedMarket,
  holding: CountedHolding,
  time: number,
): OrderRefusal | undefined {
  if (!reduces(order, holding)) {
    if (time - market.markTime > MARK_STALE_MS) return { code: "MARK_STALE", context: {} };
    const { status, symbol } = market.listing;
    if (status === "ReduceOnly") return { code: "MARKET_REDUCE_ONLY", context: { market: symbol } };
  }
  return (
    minimumProblem(order, market) ??
    priceProblem(order, market) ??
    reductionProblem(order, market, holding)
  );
}

/** An order that only reduces has no minimum: a position that is too small must still be closable. */
export function minimumProblem(
  order: CountedOrder,
  { markTicks, terms, listing }: CountedMarket,
): OrderRefusal | undefined {
  if (isReduceOnly(order)) return undefined;
  const ticks = order.ticks || order.triggerTicks || markTicks;
  // Both factors are whole and the minimum is small: comparing the rounded product is exact.
  if (ticks * order.size >= terms.minimumTickLots) return undefined;
  return { code: "MIN_NOTIONAL", context: { minimum: listing.min_notional } };
}

/** A price outside of the band, or a post-only one that would trade at once. */
export function priceProblem(order: CountedOrder, market: CountedMarket): OrderRefusal | undefined {
  const { side, ticks } = order;
  const { highestBuy, lowestSell, scale, book } = market;
  if (ticks === 0) return undefined;
  if (beyond(side, ticks, side === "BUY" ? highestBuy : lowestSell)) {
    const [low, high] = [priceText(lowestSell, scale), priceText(highestBuy, scale)];
    return { code: "PRICE_BAND", context: { low, high } };
  }
  if (!isPostOnly(order)) return undefined;
  const best = book.bestTicks(side === "BUY" ? "SELL" : "BUY");
  if (best === 0 || beyond(side, best, ticks)) return undefined;
  const context = { bid: bestText(market, "BUY"), ask: bestText(market, "SELL") };
  return { code: "POST_ONLY_WOULD_CROSS", context };
}

/** A trigger price that has been reached already would fire at once. */
export function triggerProblem(
  order: Pick<CountedOrder, "side" | "type" | "triggerTicks" | "triggerSource">,
  {
    lastTradeTicks,
    markTicks,
    scale,
  }: Pick<CountedMarket, "lastTradeTicks" | "markTicks" | "scale">,
): OrderRefusal | undefined {
  const onLast = order.triggerSource === TRIGGER_SOURCE_CODE.LastPrice;
  const current = onLast ? lastTradeTicks : markTicks;
  if (current === 0) return undefined;
  const rising = firesRising(order.type, order.side);
  const firesNow = rising ? current >= order.triggerTicks : current <= order.triggerTicks;
  if (!firesNow) return undefined;
  const where = rising ? "above" : "below";
  const source = onLast ? "last trade" : "mark";
  const reason = `it must lie ${where} the ${source}, ${priceText(current, scale)}`;
  return { code: "INVALID_TRIGGER_PRICE", context: { reason } };
}

/** An order that must reduce, by its flag or by the market's status, needs a position that others do not close already. */
export function reductionProblem(
  order: CountedOrder,
  { listing }: CountedMarket,
  holding: CountedHolding,
): OrderRefusal | undefined {
  const mustReduce = isReduceOnly(order) || listing.status === "ReduceOnly";
  if (!mustReduce || reducibleLots(order, holding) > 0) return undefined;
  return { code: "REDUCE_ONLY_WOULD_INCREASE", context: {} };
}

/** Lots of the position that stand against the order's side. */
export function heldAgainst(side: Side, { size }: Pick<CountedHolding, "size">): number {
  return side === "SELL" ? size : -size;
}

/**
 * Lots of the position that a reduce-only order may still close; 0 or less: none. An order that does not rest takes precedence
 * over resting ones, which are trimmed, or checked again when they are met: a take profit in the book must not block a stop, or
 * closing everything.
 */
export function reducibleLots(
  order: Pick<CountedOrder, "type" | "timeInForce" | "side">,
  holding: Pick<CountedHolding, "size" | "openReduceOnly">,
): number {
  return heldAgainst(order.side, holding) - (mayRest(order) ? holding.openReduceOnly : 0);
}

/** True when the order, with all that is open on its side, can only shrink the position. */
export function reduces(order: CountedOrder, holding: CountedHolding): boolean {
  const sums = order.side === "SELL" ? holding.openSell : holding.openBuy;
  const open = mayRest(order) ? sums : 0;
  const held = heldAgainst(order.side, holding);
  return open + order.remaining <= held || (isReduceOnly(order) && held > 0);
}

function bestText({ book, scale }: CountedMarket, side: Side): string {
  const best = book.bestTicks(side);
  return best === 0 ? "none" : priceText(best, scale);
}

function priceText(ticks: number, scale: MarketScale): string {
  return ticksText(BigInt(ticks), scale);
}

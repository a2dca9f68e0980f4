/** `place_order`: the checks in order, then match, then rest or close. */
import { type Refusal, refusal } from "#lib/errors.ts";
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { applyFill } from "#lib/protocol/margin.ts";
import { MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import { type CancelReason, ORDER_FLAG } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import { accountMargin, openLoss, orderOpenLoss, type PlannedHolding } from "./account-margin.ts";
import type { Command } from "./commands.ts";
import { beyond, type MatchPlan, planMatch, settle, takerFee } from "./match.ts";
import { close, isReduceOnly, rest } from "./resting.ts";
import {
  type Account,
  accountOf,
  COUNT_LIMIT,
  type EngineEvents,
  type Holding,
  holdingOf,
  type MarketState,
  notional,
  type Order,
  type Outcome,
  type VenueState,
} from "./state.ts";

/** A mark older than this takes orders that reduce a position only. */
export const MARK_STALE_MILLISECONDS = 5_000;
const OPEN_ORDERS_PER_MARKET = 200;
const OPEN_ORDERS_PER_ACCOUNT = 1_000;
const MILLION = 1_000_000;

type Terms = { market: MarketState; size: number; ticks: number };
type PlaceOrder = Extract<Command, { type: "place_order" }>;

export function placeOrder(state: VenueState, command: PlaceOrder, events: EngineEvents): Outcome {
  const terms = readTerms(state, command.order);
  if ("code" in terms) return refused(terms);
  const account = accountOf(state, command.signed.account);
  if (command.clientId !== null && account.clientIds.has(command.clientId)) {
    return refused(refusal("DUPLICATED_CLIENT_ID"));
  }
  const holding = holdingOf(account, terms.market);
  const order = newOrder(state, command, account, terms);
  const problem = checkRules(state, order, holding);
  if (problem !== undefined) return refused(problem);
  if (isReduceOnly(order)) {
    order.remaining = Math.min(order.size, reducibleLots(order, holding));
    if (order.remaining <= 0) return refused(refusal("REDUCE_ONLY_WOULD_INCREASE"));
  }
  const { market, side } = order;
  const plan = planMatch({
    account,
    market,
    side,
    lots: order.remaining,
    limitTicks: limitOf(order),
  });
  if (order.timeInForce === "FOK" && plan.filled < order.size) {
    return accept(state, order, "FOK_NOT_FILLABLE");
  }
  const shortfall = checkMargin(order, holding, plan);
  if (shortfall !== undefined) return refused(shortfall);
  state.orders.set(order.id, order);
  state.nextOrderId += 1;
  const fills = settle(state, order, plan, events);
  finish(state, order, plan);
  return { kind: "order", order, fills };
}

/** Rests what remains, or closes the order with the reason its own terms give. */
function finish(state: VenueState, order: Order, plan: MatchPlan): void {
  if (order.remaining === 0) {
    close(state, order, order.filled === order.size ? "" : "REDUCE_ONLY_INVALID");
  } else if (order.timeInForce === "GTC") {
    rest(state, order);
  } else {
    close(state, order, unfilledReason(order, plan));
  }
}

function unfilledReason(order: Order, plan: MatchPlan): CancelReason {
  if (order.type !== "MARKET") return "IOC_UNFILLED";
  return plan.stoppedByLimit ? "PRICE_BAND" : "NO_LIQUIDITY";
}

/** Accepted, and ended by its own terms without a fill. */
function accept(state: VenueState, order: Order, reason: CancelReason): Outcome {
  state.orders.set(order.id, order);
  state.nextOrderId += 1;
  close(state, order, reason);
  return { kind: "order", order, fills: [] };
}

function refused(problem: Refusal): Outcome {
  return { kind: "refused", refusal: problem };
}

/** The fields as integers, when they make sense together. */
function readTerms(state: VenueState, order: PlaceOrderFields): Terms | Refusal {
  const market = state.markets.get(order.market);
  if (market === undefined) return refusal("MARKET_NOT_FOUND", { market: order.market });
  const conflict = conflictingTerms(order);
  if (conflict !== undefined) return conflict;
  const { scale, listing } = market;
  const size = countOf(order.size, scale.sizeDecimals, scale.lotUnits);
  if (size === undefined || size === 0) {
    return refusal("INVALID_LOT", { lot: listing.base_lot_size });
  }
  const ticks =
    order.price === null ? 0 : countOf(order.price, scale.priceDecimals, scale.tickUnits);
  if (ticks === undefined || (order.price !== null && ticks === 0)) {
    return refusal("INVALID_TICK", { tick: listing.price_tick });
  }
  if (size >= COUNT_LIMIT) return refusal("NUMBER_TOO_LARGE", { field: "size" });
  if (ticks >= COUNT_LIMIT) return refusal("NUMBER_TOO_LARGE", { field: "price" });
  return { market, size, ticks };
}

function conflictingTerms(order: PlaceOrderFields): Refusal | undefined {
  const isMarket = order.order_type === "MARKET";
  if (!isMarket && order.order_type !== "LIMIT") {
    return refusal("ORDER_TYPE_NOT_SUPPORTED", { orderType: order.order_type });
  }
  const wrong = (reason: string) => refusal("INVALID_ORDER_TERMS", { reason });
  if (order.trigger_price !== null || order.trigger_source !== null) {
    return wrong("A MARKET or LIMIT order has no trigger.");
  }
  if (isMarket && order.price !== null) return wrong("A MARKET order has no price.");
  if (!isMarket && order.price === null) return wrong("A LIMIT order needs a price.");
  if (isMarket && order.time_in_force === "GTC") {
    return wrong("A MARKET order needs time_in_force IOC or FOK.");
  }
  const postOnly = (order.flags & ORDER_FLAG.POST_ONLY) !== 0;
  if (postOnly && (isMarket || order.time_in_force !== "GTC")) {
    return wrong("POST_ONLY goes with a LIMIT order that is GTC.");
  }
  return undefined;
}

/** A decimal as a count of units (ticks or lots); `undefined` when it is no multiple. */
function countOf(text: string, decimals: number, unit: bigint): number | undefined {
  const scaled = parseDecimal(text, decimals);
  if (scaled === undefined || scaled % unit !== 0n) return undefined;
  return Number(scaled / unit);
}

function newOrder(
  state: VenueState,
  { order, signed, clientId }: PlaceOrder,
  account: Account,
  { market, size, ticks }: Terms,
): Order {
  return {
    id: state.nextOrderId,
    account,
    signer: signed.signer,
    market,
    side: order.side,
    type: order.order_type,
    timeInForce: order.time_in_force,
    flags: order.flags,
    ticks,
    size,
    sizeText: order.size as Decimal,
    priceText: order.price as Decimal | null,
    remaining: size,
    filled: 0,
    filledValue: 0n,
    status: "NEW",
    cancelReason: "",
    clientId,
    timestamp: signed.timestamp,
    digest: signed.digest,
    createdAt: state.time,
    updatedAt: state.time,
    seq: state.seq,
    previous: undefined,
    next: undefined,
  };
}

/** The market's rules that do not depend on the account's money. */
function checkRules(state: VenueState, order: Order, holding: Holding): Refusal | undefined {
  const { market } = order;
  if (market.markTicks === 0) return refusal("MARK_UNAVAILABLE");
  const stale = state.time - market.markTime > MARK_STALE_MILLISECONDS;
  if (stale && !reduces(order, holding)) return refusal("MARK_STALE");
  const price = order.ticks === 0 ? market.markTicks : order.ticks;
  const minimum = parseDecimal(market.listing.min_notional, MONEY_DECIMALS) ?? 0n;
  if (!isReduceOnly(order) && notional(market, price, order.size) < minimum) {
    return refusal("MIN_NOTIONAL", { minimum: market.listing.min_notional });
  }
  if (order.ticks !== 0 && beyond(order.side, order.ticks, bandEdge(market, order.side))) {
    return refusal("PRICE_BAND", {
      low: priceText(market, bandEdge(market, "SELL")),
      high: priceText(market, bandEdge(market, "BUY")),
    });
  }
  if ((order.flags & ORDER_FLAG.POST_ONLY) !== 0) {
    const best = market.book.opposite(order.side).best();
    if (best !== undefined && !beyond(order.side, best.ticks, order.ticks)) return crosses(market);
  }
  const rests = order.timeInForce === "GTC";
  if (rests && holding.orders.size >= OPEN_ORDERS_PER_MARKET) {
    return refusal("TOO_MANY_OPEN_ORDERS", { limit: OPEN_ORDERS_PER_MARKET });
  }
  if (rests && order.account.openOrders >= OPEN_ORDERS_PER_ACCOUNT) {
    return refusal("TOO_MANY_OPEN_ORDERS", { limit: OPEN_ORDERS_PER_ACCOUNT });
  }
  return undefined;
}

function crosses(market: MarketState): Refusal {
  const text = (side: "BUY" | "SELL") => {
    const best = market.book.side(side).best();
    return best === undefined ? "none" : priceText(market, best.ticks);
  };
  return refusal("POST_ONLY_WOULD_CROSS", { bid: text("BUY"), ask: text("SELL") });
}

function priceText(market: MarketState, ticks: number): string {
  return formatDecimal(BigInt(ticks) * market.scale.tickUnits, market.scale.priceDecimals);
}

/** The worst price at which this side may trade: the mark plus or minus the band, rounded inwards. */
function bandEdge(market: MarketState, side: "BUY" | "SELL"): number {
  const band = market.listing.price_band_ratio;
  const mark = BigInt(market.markTicks);
  if (side === "BUY") return Number((mark * BigInt(MILLION + band)) / BigInt(MILLION));
  return Number((mark * BigInt(MILLION - band) + BigInt(MILLION - 1)) / BigInt(MILLION));
}

function limitOf(order: Order): number {
  return order.ticks === 0 ? bandEdge(order.market, order.side) : order.ticks;
}

/** Lots of the position that a reduce-only order on this side may still close. */
function reducibleLots(order: Order, holding: Holding): number {
  const against = order.side === "SELL" ? holding.size : -holding.size;
  return against - holding.openReduceOnly;
}

/** True when the order, with all that is open on its side, can only shrink the position. */
function reduces(order: Order, holding: Holding): boolean {
  const against = order.side === "SELL" ? holding.size : -holding.size;
  const open = order.side === "SELL" ? holding.openSell : holding.openBuy;
  return open + order.remaining <= against || (isReduceOnly(order) && against > 0);
}

/** Initial margin after the plan, on the exact position, balance and open orders that it leaves. */
function checkMargin(order: Order, holding: Holding, plan: MatchPlan): Refusal | undefined {
  if (reduces(order, holding)) return undefined;
  const after = plannedHolding(order, holding, plan);
  const margin = accountMargin(order.account, after);
  if (margin.accountValue >= margin.initialMargin) return undefined;
  return refusal("INSUFFICIENT_MARGIN", {
    required: formatDecimal(margin.initialMargin, MONEY_DECIMALS),
    available: formatDecimal(margin.accountValue, MONEY_DECIMALS),
  });
}

function plannedHolding(
  order: Order,
  holding: Holding,
  plan: MatchPlan,
): { holding: PlannedHolding; balance: bigint } {
  const { market } = order;
  let position = { size: BigInt(holding.size), cost: holding.cost };
  let { balance } = order.account;
  for (const { maker, lots } of plan.fills) {
    const value = notional(market, maker.ticks, lots);
    const moved = applyFill(position, BigInt(order.side === "BUY" ? lots : -lots), value);
    position = moved;
    balance += moved.realizedPnl - takerFee(market, value);
  }
  const rests = order.timeInForce === "GTC" ? order.remaining - plan.filled : 0;
  return {
    balance,
    holding: {
      market,
      size: Number(position.size),
      cost: position.cost,
      openBuy: holding.openBuy + (order.side === "BUY" ? rests : 0),
      openSell: holding.openSell + (order.side === "SELL" ? rests : 0),
      openLoss: openLoss(holding) + orderOpenLoss(market, order.side, order.ticks, rests),
    },
  };
}

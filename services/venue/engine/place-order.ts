/** `place_order`: the checks in order, then match, then rest, wait or close. */
import { type Refusal, refusal } from "#lib/platform/errors.ts";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import {
  type CancelReason,
  ORDER_FLAG,
  type PlaceOrderFields,
} from "#lib/protocol/orders/orders.ts";
import { SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import { accountOf, holdingOf } from "./accounts.ts";
import type { Signed } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import { marginProblem, reductionProblem } from "./margin-check.ts";
import type { Account, Holding, MarketState, Order } from "./market-state.ts";
import { Budget, beyond, type MatchPlan, planMatch, settle } from "./match.ts";
import { isTriggerType, readTerms, type Terms } from "./order-terms.ts";
import type { FillRow, Outcome } from "./outcome.ts";
import { close, isReduceOnly, rest, wait } from "./resting.ts";
import { firesRising } from "./trigger-book.ts";
import type { VenueState } from "./venue-state.ts";

/** On a mark older than this only orders that reduce a position are accepted. */
export const MARK_STALE_MS = 5_000;
const OPEN_ORDERS_PER_MARKET = 200;
const OPEN_ORDERS_PER_ACCOUNT = 1_000;

export type Placement = { signed: Signed; order: PlaceOrderFields; clientId: string | null };

export function placeOrder(state: VenueState, placement: Placement, events: EngineEvents): Outcome {
  const terms = readTerms(state, placement.order);
  if ("code" in terms) return refused(terms);
  const account = accountOf(state, placement.signed.account);
  if (placement.clientId !== null && account.clientIds.has(placement.clientId)) {
    return refused(refusal("DUPLICATED_CLIENT_ID"));
  }
  const holding = holdingOf(account, terms.market);
  const order = newOrder(state, placement, account, terms);
  const problem = statusProblem(order) ?? limitProblem(order, holding);
  if (problem !== undefined) return refused(problem);
  if (isTriggerType(order.type)) return placeTrigger(state, order, holding);
  const plan = admit(state, order, holding);
  if ("code" in plan) return refused(plan);
  register(state, order);
  if (order.timeInForce === "FOK" && plan.filled < order.size) {
    close(state, order, "FOK_NOT_FILLABLE", events);
    return { kind: "order", order, fills: [] };
  }
  return { kind: "order", order, fills: execute(state, order, plan, events) };
}

/**
 * Checks an order that would trade or rest now, on the exact result of its match; changes nothing but the order's own
 * `remaining` (reduce-only orders are cut to what there is to reduce).
 */
export function admit(state: VenueState, order: Order, holding: Holding): MatchPlan | Refusal {
  const rule = ruleProblem(state, order, holding);
  if (rule !== undefined) return rule;
  if (isReduceOnly(order)) {
    order.remaining = Math.min(order.remaining, reducibleLots(order, holding));
    if (order.remaining <= 0) return refusal("REDUCE_ONLY_WOULD_INCREASE");
  }
  const reducing = reduces(order, holding);
  const within = planOf(order, reducing ? undefined : new Budget(holding, order.side));
  const tooMuch = within.unaffordable ? marginProblem(order, holding, within) : undefined;
  if (tooMuch !== undefined) return tooMuch;
  const plan = within.unaffordable ? planOf(order) : within;
  if (order.timeInForce === "FOK" && plan.filled < order.size) return plan;
  const check = reducing ? reductionProblem : marginProblem;
  return check(order, holding, plan) ?? plan;
}

export function planOf(order: Order, budget?: Budget): MatchPlan {
  const { account, market, side, remaining } = order;
  const edge = side === "BUY" ? market.highestBuy : market.lowestSell;
  const limitTicks = order.ticks === 0 ? edge : order.ticks;
  return planMatch({ account, market, side, lots: remaining, limitTicks, budget });
}

/** Trades as planned, then rests what remains, or closes the order with the reason its own terms give. */
export function execute(
  state: VenueState,
  order: Order,
  plan: MatchPlan,
  events: EngineEvents,
): FillRow[] {
  const fills = settle(state, order, plan, { events, type: "FILL" });
  if (order.remaining === 0) {
    close(state, order, order.filled === order.size ? "" : "REDUCE_ONLY_INVALID", events);
  } else if (order.timeInForce === "GTC" && order.type === "LIMIT") {
    rest(state, order);
  } else {
    close(state, order, unfilledReason(order, plan), events);
  }
  return fills;
}

/** Gives the order its id and registers it. */
export function register(state: VenueState, order: Order): void {
  order.id = state.nextOrderId;
  state.nextOrderId += 1;
  state.orders.set(order.id, order);
}

export function unfilledReason(order: Order, plan: MatchPlan): CancelReason {
  if (order.type === "LIMIT") return "IOC_UNFILLED";
  return plan.stoppedByLimit ? "PRICE_BAND" : "NO_LIQUIDITY";
}

function refused(problem: Refusal): Outcome {
  return { kind: "refused", refusal: problem };
}

function newOrder(
  state: VenueState,
  { order, signed, clientId }: Placement,
  account: Account,
  { market, size, ticks, triggerTicks }: Terms,
): Order {
  const scopes = account.signers.get(signed.signer)?.scopes ?? 0;
  return {
    id: 0,
    account,
    signer: signed.signer,
    market,
    side: order.side,
    type: order.order_type,
    timeInForce: order.time_in_force,
    flags: order.flags,
    ticks,
    triggerTicks,
    triggerSource: order.trigger_source,
    size,
    sizeText: order.size as Decimal,
    priceText: order.price as Decimal | null,
    triggerText: order.trigger_price as Decimal | null,
    remaining: size,
    filled: 0,
    filledValue: 0n,
    status: "NEW",
    cancelReason: "",
    clientId,
    source: (scopes & SIGNER_SCOPE.COPY) === 0 ? "perp" : "copy",
    timestamp: signed.timestamp,
    digest: signed.digest,
    createdAt: state.time,
    updatedAt: state.time,
    seq: state.seq,
    priority: 0,
    queueTicks: 0,
    previous: undefined,
    next: undefined,
  };
}

/** Refuses orders that the market's status does not allow. */
export function statusProblem(order: Order): Refusal | undefined {
  const { symbol, status } = order.market.listing;
  if (status === "Halted") return refusal("MARKET_HALTED", { market: symbol });
  const postOnly = (order.flags & ORDER_FLAG.POST_ONLY) !== 0;
  if (status === "PostOnly" && !postOnly) return refusal("MARKET_POST_ONLY", { market: symbol });
  return order.market.markTicks === 0 ? refusal("MARK_UNAVAILABLE") : undefined;
}

/** Refuses an order beyond the limits of open orders. */
function limitProblem(order: Order, holding: Holding): Refusal | undefined {
  const mayRest = order.timeInForce === "GTC" || isTriggerType(order.type);
  if (!mayRest) return undefined;
  if (holding.orders.size + holding.untriggered.size >= OPEN_ORDERS_PER_MARKET) {
    return refusal("TOO_MANY_OPEN_ORDERS", { limit: OPEN_ORDERS_PER_MARKET });
  }
  if (order.account.openOrders >= OPEN_ORDERS_PER_ACCOUNT) {
    return refusal("TOO_MANY_OPEN_ORDERS", { limit: OPEN_ORDERS_PER_ACCOUNT });
  }
  return undefined;
}

/** An order that waits: its trigger must not have come yet, and a reduce-only one needs something to reduce. */
function placeTrigger(state: VenueState, order: Order, holding: Holding): Outcome {
  const problem =
    minimumProblem(order) ??
    triggerProblem(order, order.triggerTicks) ??
    nothingToReduce(order, holding);
  if (problem !== undefined) return refused(problem);
  register(state, order);
  wait(state, order);
  return { kind: "order", order, fills: [] };
}

export function triggerProblem(order: Order, triggerTicks: number): Refusal | undefined {
  const { market } = order;
  const current = order.triggerSource === 0 ? market.lastTradeTicks : market.markTicks;
  const source = order.triggerSource === 0 ? "last trade" : "mark";
  if (current === 0) return undefined;
  const rising = firesRising(order);
  const firesNow = rising ? current >= triggerTicks : current <= triggerTicks;
  if (!firesNow) return undefined;
  const where = rising ? "above" : "below";
  const reason = `it must lie ${where} the ${source}, ${priceText(market, current)}`;
  return refusal("INVALID_TRIGGER_PRICE", { reason });
}

function nothingToReduce(order: Order, holding: Holding): Refusal | undefined {
  const reduceOnly = isReduceOnly(order) || order.market.listing.status === "ReduceOnly";
  if (!reduceOnly || against(order, holding) > 0) return undefined;
  return refusal("REDUCE_ONLY_WOULD_INCREASE");
}

export function minimumProblem(order: Order): Refusal | undefined {
  const { market } = order;
  if (isReduceOnly(order)) return undefined;
  const ticks = order.ticks || order.triggerTicks || market.markTicks;
  // Both factors are whole and the minimum is small: comparing the rounded product is exact.
  if (ticks * order.size >= market.terms.minimumTickLots) return undefined;
  return refusal("MIN_NOTIONAL", { minimum: market.listing.min_notional });
}

/** The market's rules that do not depend on the account's money. */
function ruleProblem(state: VenueState, order: Order, holding: Holding): Refusal | undefined {
  const { market } = order;
  const reducing = reduces(order, holding);
  const stale = state.time - market.markTime > MARK_STALE_MS;
  if (stale && !reducing) return refusal("MARK_STALE");
  if (market.listing.status === "ReduceOnly" && !reducing) {
    return refusal("MARKET_REDUCE_ONLY", { market: market.listing.symbol });
  }
  const minimum = minimumProblem(order);
  if (minimum !== undefined) return minimum;
  if (order.ticks === 0) return undefined;
  const edge = order.side === "BUY" ? market.highestBuy : market.lowestSell;
  if (beyond(order.side, order.ticks, edge)) {
    return refusal("PRICE_BAND", {
      low: priceText(market, market.lowestSell),
      high: priceText(market, market.highestBuy),
    });
  }
  if ((order.flags & ORDER_FLAG.POST_ONLY) === 0) return undefined;
  const best = market.book.opposite(order.side).best();
  return best !== undefined && !beyond(order.side, best.ticks, order.ticks)
    ? crosses(market)
    : undefined;
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

/** Lots of the position that stand against the order's side. */
function against(order: Order, holding: Holding): number {
  return order.side === "SELL" ? holding.size : -holding.size;
}

/** Lots of the position that a reduce-only order on this side may still close. */
function reducibleLots(order: Order, holding: Holding): number {
  return against(order, holding) - (mayRest(order) ? holding.openReduceOnly : 0);
}

/**
 * An order that does not rest takes precedence over resting ones, which are trimmed, or checked again when they are met: a
 * take profit in the book must not block a stop, or closing everything.
 */
function mayRest(order: Order): boolean {
  return order.type === "LIMIT" && order.timeInForce === "GTC";
}

/** True when the order, with all that is open on its side, can only shrink the position. */
export function reduces(order: Order, holding: Holding): boolean {
  const sums = order.side === "SELL" ? holding.openSell : holding.openBuy;
  const open = mayRest(order) ? sums : 0;
  const held = against(order, holding);
  return open + order.remaining <= held || (isReduceOnly(order) && held > 0);
}

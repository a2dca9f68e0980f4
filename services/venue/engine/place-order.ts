/** `place_order`: the checks in order, then match, then rest, wait or close. */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { CancelReason } from "#lib/protocol/order-states.ts";
import type { CountedOrder } from "#lib/protocol/orders/counts.ts";
import {
  isReduceOnly,
  isTriggerType,
  mayRest,
  type PlaceOrderFields,
} from "#lib/protocol/orders/orders.ts";
import {
  countedOrder,
  placingProblem,
  reduces,
  reducibleLots,
  tradingProblem,
} from "#lib/protocol/orders/rules.ts";
import { SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import { accountOf, holdingOf } from "./accounts.ts";
import { clientIdsProblem, keepClientId } from "./client-ids.ts";
import type { Signed } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import { isChild } from "./group-children.ts";
import { marginProblem, reductionProblem } from "./margin-check.ts";
import type { Holding, Order } from "./market-state.ts";
import { Budget, type MatchPlan, planMatch, settle } from "./matching.ts";
import { type FillRow, type Outcome, refused } from "./outcome.ts";
import { close, rest, wait } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

export type Placement = { signed: Signed; order: PlaceOrderFields; clientId: string | null };

export function placeOrder(state: VenueState, placement: Placement, events: EngineEvents): Outcome {
  const { market: symbol } = placement.order;
  const market = state.markets.get(symbol);
  if (market === undefined) return refused(refusal("MARKET_NOT_FOUND", { market: symbol }));
  const counts = countedOrder(placement.order, market);
  if ("code" in counts) return refused(counts);
  const account = accountOf(state, placement.signed.account);
  const taken = clientIdsProblem(state, account, [placement.clientId]);
  if (taken !== undefined) return refused(taken);
  const holding = holdingOf(account, market);
  const order = newOrder(state, placement, holding, counts);
  const problem = placingProblem(order, market, holding, state.time);
  if (problem !== undefined) return refused(problem);
  if (isTriggerType(order.type)) {
    register(state, order);
    wait(state, order);
    return { kind: "order", order, fills: [] };
  }
  const plan = carried(order, holding);
  if ("code" in plan) return refused(plan);
  register(state, order);
  if (order.timeInForce === "FOK" && plan.filled < order.size) {
    close(state, order, "FOK_NOT_FILLABLE", events);
    return { kind: "order", order, fills: [] };
  }
  return { kind: "order", order, fills: execute(state, order, plan, events) };
}

/** Checks an order that would trade or rest now, by the market's rules and by its margin. */
export function admit(state: VenueState, order: Order, holding: Holding): MatchPlan | Refusal {
  return tradingProblem(order, order.market, holding, state.time) ?? carried(order, holding);
}

/**
 * Checks the margin on the exact result of the match; changes nothing but the order's own `remaining` (reduce-only orders are
 * cut to what there is to reduce).
 */
export function carried(order: Order, holding: Holding): MatchPlan | Refusal {
  if (isReduceOnly(order)) {
    order.remaining = Math.min(order.remaining, reducibleLots(order, holding));
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
    // What a child may close can be less than the size that was signed.
    const whole = order.filled === order.size || isChild(order);
    close(state, order, whole ? "" : "REDUCE_ONLY_INVALID", events);
  } else if (mayRest(order)) {
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
  keepClientId(state, order);
}

export function unfilledReason(order: Order, plan: MatchPlan): CancelReason {
  if (order.type === "LIMIT") return "IOC_UNFILLED";
  return plan.stoppedByLimit ? "PRICE_BAND" : "NO_LIQUIDITY";
}

export function newOrder(
  state: VenueState,
  { order, signed, clientId }: Placement,
  { account, market }: Holding,
  { side, type, timeInForce, flags, size, ticks, triggerTicks, triggerSource }: CountedOrder,
): Order {
  const scopes = account.signers.get(signed.signer)?.scopes ?? 0;
  return {
    id: 0,
    account,
    signer: signed.signer,
    market,
    side,
    type,
    timeInForce,
    flags,
    ticks,
    triggerTicks,
    triggerSource,
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
    group: undefined,
  };
}

/** Cancels: one order, several, all of an account, and the dead man's switch. */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { accountOf } from "./accounts.ts";
import { cancelOpen } from "./cancel-open.ts";
import type { CancelFields, CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import { protects } from "./group-children.ts";
import type { Account, Order } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import { openOrders } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

/** The dead man's switch is set at least this far ahead: nearer, it would race its own renewal. */
const SCHEDULE_AHEAD_MS = 5_000;

/** Cancels one open order of the account. */
export function cancelOrder(
  state: VenueState,
  account: string,
  cancel: CancelFields,
  events: EngineEvents,
): Outcome {
  const order = state.orders.get(Number(cancel.order_id));
  const own = order !== undefined && order.account.pubkey === account;
  if (!own || order.market.listing.symbol !== cancel.market)
    return refused(refusal("ORDER_NOT_FOUND"));
  if (order.status === "CLOSED") return refused(refusal("ORDER_IS_CLOSED"));
  cancelOpen(state, order, "USER_CANCELED", events);
  return { kind: "order", order, fills: [] };
}

/** Cancels the open order of the account that has the name. */
export function cancelByClientId(
  state: VenueState,
  { signed, clientId }: CommandOf<"cancel_by_client_id">,
  events: EngineEvents,
): Outcome {
  const account = state.accounts.get(signed.account);
  const order = account?.clientIds.get(clientId);
  if (order !== undefined) {
    cancelOpen(state, order, "USER_CANCELED", events);
    return { kind: "order", order, fills: [] };
  }
  const isClosed = account?.keptClientIds.has(clientId) === true;
  return refused(refusal(isClosed ? "ORDER_IS_CLOSED" : "ORDER_NOT_FOUND"));
}

/** Cancels every open order of the account, in one market or in all. */
export function cancelAllOrders(
  state: VenueState,
  { signed, market }: CommandOf<"cancel_all_orders">,
  events: EngineEvents,
): Outcome {
  if (market !== null && !state.markets.has(market)) {
    return refused(refusal("MARKET_NOT_FOUND", { market }));
  }
  const account = state.accounts.get(signed.account);
  if (account === undefined) return { kind: "canceled", orders: [] };
  const wanted = (order: Order) => market === null || order.market.listing.symbol === market;
  return {
    kind: "canceled",
    orders: cancelWhere(state, account, { wanted, reason: "USER_CANCELED" }, events),
  };
}

/** Sets, moves or clears (`null`) the time at which all orders of the account are cancelled. */
export function scheduleCancel(
  state: VenueState,
  { signed, time }: CommandOf<"schedule_cancel">,
): Outcome {
  const account = accountOf(state, signed.account);
  if (time === null) {
    account.cancelAt = 0;
    state.scheduled.delete(account);
    return { kind: "schedule", time: null };
  }
  if (time < state.time + SCHEDULE_AHEAD_MS || time > Number.MAX_SAFE_INTEGER) {
    const reason = "give a time at least 5 s ahead in Unix milliseconds, or null to clear it";
    return refused(refusal("INVALID_FIELD", { field: "time", reason }));
  }
  account.cancelAt = time;
  state.scheduled.add(account);
  return { kind: "schedule", time };
}

/** Fires the switches whose time has come. What protects a position stays. */
export function runScheduledCancels(state: VenueState, events: EngineEvents): void {
  const due = [...state.scheduled].filter(({ cancelAt }) => cancelAt <= state.time);
  for (const account of due.toSorted((a, b) => a.ordinal - b.ordinal)) {
    state.scheduled.delete(account);
    account.cancelAt = 0;
    const wanted = (order: Order) => !protects(order);
    cancelWhere(state, account, { wanted, reason: "SCHEDULED_CANCEL" }, events);
  }
}

export function cancelWhere(
  state: VenueState,
  account: Account,
  which: { wanted: (order: Order) => boolean; reason: CancelReason },
  events: EngineEvents,
): Order[] {
  const canceled: Order[] = [];
  for (const holding of account.holdings.values()) {
    for (const order of openOrders(holding).filter(which.wanted)) {
      // A child has ended with its entry.
      if (order.status !== "CLOSED") cancelOpen(state, order, which.reason, events);
      canceled.push(order);
    }
  }
  return canceled;
}

function refused(problem: Refusal): Outcome {
  return { kind: "refused", refusal: problem };
}

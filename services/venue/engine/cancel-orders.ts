/** Cancels by the owner: one order, one by its client id, or all of the account. */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { cancelOpen } from "./cancel-open.ts";
import type { CancelFields, CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import type { Account, Order } from "./market-state.ts";
import type { Outcome } from "./outcome.ts";
import { openOrders } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

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

/** Orders entering and leaving the book, with the sums that margin and limits are computed from. */
import { type CancelReason, ORDER_FLAG } from "#lib/protocol/orders.ts";
import { type Account, type Holding, holdingOf, type Order, type VenueState } from "./state.ts";

/** Closed orders kept in memory for each account's reads. */
const CLOSED_ORDERS_KEPT = 1_000;

export function isReduceOnly(order: Order): boolean {
  return (order.flags & ORDER_FLAG.REDUCE_ONLY) !== 0;
}

/** Puts what remains of an order into the book. */
export function rest(state: VenueState, order: Order): void {
  order.status = "OPEN";
  const holding = holdingOf(order.account, order.market);
  holding.orders.add(order);
  order.account.openOrders += 1;
  if (order.clientId !== null) order.account.clientIds.add(order.clientId);
  countOpen(holding, order, order.remaining);
  order.market.book.add(order);
  bookChanged(state, order);
}

/** A fill, or a trim of a reduce-only order: `lots` leave a resting order. */
export function takeFromResting(state: VenueState, order: Order, lots: number): void {
  order.market.book.reduce(order, lots);
  countOpen(holdingOf(order.account, order.market), order, -lots);
  touch(state, order);
  bookChanged(state, order);
  if (order.remaining === 0) leave(order);
}

export function cancelResting(state: VenueState, order: Order, reason: CancelReason): void {
  order.market.book.remove(order);
  countOpen(holdingOf(order.account, order.market), order, -order.remaining);
  bookChanged(state, order);
  leave(order);
  close(state, order, reason);
}

/** The order's last state; it stays readable among its account's closed orders. */
export function close(state: VenueState, order: Order, reason: CancelReason): void {
  order.status = "CLOSED";
  order.cancelReason = reason;
  order.remaining = 0;
  touch(state, order);
  const { closed } = order.account;
  closed.push(order);
  if (closed.length > CLOSED_ORDERS_KEPT) {
    const forgotten = closed.shift();
    if (forgotten !== undefined) state.orders.delete(forgotten.id);
  }
}

/**
 * Keeps open reduce-only orders within the position they reduce (newest are trimmed first): they never open
 * and never flip it.
 */
export function trimReduceOnly(state: VenueState, account: Account, holding: Holding): void {
  if (holding.openReduceOnly === 0) return;
  const closingSide = holding.size > 0 ? "SELL" : "BUY";
  const orders = [...holding.orders].filter(isReduceOnly).toReversed();
  for (const order of orders) {
    if (holding.size === 0 || order.side !== closingSide) {
      cancelResting(state, order, "REDUCE_ONLY_INVALID");
      continue;
    }
    const excess = holding.openReduceOnly - Math.abs(holding.size);
    if (excess <= 0) continue;
    if (excess >= order.remaining) cancelResting(state, order, "REDUCE_ONLY_INVALID");
    else takeFromResting(state, order, excess);
  }
  account.updatedAt = state.time;
}

export function touch(state: VenueState, order: Order): void {
  order.updatedAt = state.time;
  order.seq = state.seq;
}

function leave(order: Order): void {
  holdingOf(order.account, order.market).orders.delete(order);
  order.account.openOrders -= 1;
  if (order.clientId !== null) order.account.clientIds.delete(order.clientId);
}

function countOpen(holding: Holding, order: Order, lots: number): void {
  if (order.side === "BUY") holding.openBuy += lots;
  else holding.openSell += lots;
  if (isReduceOnly(order)) holding.openReduceOnly += lots;
}

function bookChanged(state: VenueState, order: Order): void {
  order.market.bookSeq += 1;
  order.market.bookTime = state.time;
}

/** Orders entering and leaving the book and the queues of triggers, with the sums that margin and limits are computed from. */
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { isReduceOnly } from "#lib/protocol/orders/orders.ts";
import { forgetMargin, orderOpenLoss } from "./account-margin.ts";
import { holdingOf } from "./accounts.ts";
import type { EngineEvents } from "./events.ts";
import type { Holding, Order } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

/** Closed orders kept in memory, of all accounts together; older ones are in the history. */
export const CLOSED_ORDERS_KEPT = 100_000;

/** Puts what remains of an order into the book, behind all others of its price. */
export function rest(state: VenueState, order: Order): void {
  const holding = holdingOf(order.account, order.market);
  order.status = "OPEN";
  order.queueTicks = order.ticks;
  order.priority = state.nextPriority;
  state.nextPriority += 1;
  holding.orders.add(order);
  enter(order);
  countOpen(holding, order, order.remaining);
  order.market.book.add(order);
  bookChanged(state, order);
  touch(state, order);
}

/** Lets an order wait for its trigger. */
export function wait(state: VenueState, order: Order): void {
  holdingOf(order.account, order.market).untriggered.add(order);
  enter(order);
  watchPrice(state, order);
}

/** Lets an order of a group wait for what it protects; it is in no queue. */
export function sleep(state: VenueState, order: Order): void {
  order.status = "WAITING";
  order.remaining = 0;
  holdingOf(order.account, order.market).untriggered.add(order);
  enter(order);
  touch(state, order);
}

/** Queues an order at its trigger price, behind all others of that price. */
export function watchPrice(state: VenueState, order: Order): void {
  order.status = "UNTRIGGERED";
  order.queueTicks = order.triggerTicks;
  order.priority = state.nextPriority;
  state.nextPriority += 1;
  order.market.triggers.add(order);
  touch(state, order);
}

/** A fill, or a trim: `lots` leave a resting order. */
export function takeFromResting(state: VenueState, order: Order, lots: number): void {
  order.market.book.reduce(order, lots);
  countOpen(holdingOf(order.account, order.market), order, -lots);
  touch(state, order);
  bookChanged(state, order);
  if (order.remaining === 0) leave(order);
}

/** Takes an open order out of the book or of its trigger's queue; the caller decides what becomes of it. */
export function takeOffBook(state: VenueState, order: Order): void {
  if (order.status === "UNTRIGGERED") {
    order.market.triggers.remove(order);
  } else if (order.status === "OPEN") {
    order.market.book.remove(order);
    countOpen(holdingOf(order.account, order.market), order, -order.remaining);
    bookChanged(state, order);
  }
  leave(order);
}

/** The order's last state; it stays readable among its account's closed orders. */
export function close(
  state: VenueState,
  order: Order,
  reason: CancelReason,
  events: EngineEvents,
): void {
  order.status = "CLOSED";
  order.cancelReason = reason;
  order.remaining = 0;
  touch(state, order);
  order.account.closed.add(order);
  state.closedOrders.push(order);
  if (state.closedOrders.size > CLOSED_ORDERS_KEPT) {
    const forgotten = state.closedOrders.shift();
    forgotten?.account.closed.delete(forgotten);
    if (forgotten !== undefined) state.orders.delete(forgotten.id);
  }
  events.closed(order);
}

/** Open orders of a holding, oldest first: what rests, then what waits for a price or for an entry. */
export function openOrders(holding: Holding): Order[] {
  return [...holding.orders, ...holding.untriggered];
}

export function touch(state: VenueState, order: Order): void {
  order.updatedAt = state.time;
  order.seq = state.seq;
  state.effects.hashNumber(order.id);
  state.effects.hashNumber(order.filled);
  state.effects.hashNumber(order.remaining);
  state.effects.listener?.order(order);
}

/** Adds `lots` (negative: takes them off) to the sums of open orders. */
export function countOpen(holding: Holding, order: Order, lots: number): void {
  if (order.side === "BUY") holding.openBuy += lots;
  else holding.openSell += lots;
  if (isReduceOnly(order)) holding.openReduceOnly += lots;
  if (lots > 0 && order.side === "BUY")
    holding.buyCeiling = Math.max(holding.buyCeiling, order.ticks);
  if (lots > 0 && order.side === "SELL")
    holding.sellFloor = Math.min(holding.sellFloor, order.ticks);
  if (holding.openLossTicks === holding.market.markTicks) {
    const moved = orderOpenLoss(holding.market, order.side, order.ticks, Math.abs(lots));
    holding.openLoss += lots > 0 ? moved : -moved;
  } else if (holding.openLossTicks !== -1) {
    // The bounds stay valid, but not the loss: a mark that returns to its old price must not find the old sum.
    holding.openLossTicks = 0;
  }
  forgetMargin(holding);
}

function enter(order: Order): void {
  order.account.openOrders += 1;
  if (order.clientId !== null) order.account.clientIds.set(order.clientId, order);
}

function leave(order: Order): void {
  const holding = holdingOf(order.account, order.market);
  holding.orders.delete(order);
  holding.untriggered.delete(order);
  order.account.openOrders -= 1;
  if (order.clientId !== null) order.account.clientIds.delete(order.clientId);
}

function bookChanged(state: VenueState, order: Order): void {
  order.market.bookSeq += 1;
  order.market.bookTime = state.time;
}

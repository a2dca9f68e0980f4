/**
 * Children of a group: their size follows what they protect. Nothing is remembered for that but the orders themselves, so that a
 * restored state has the same sizes.
 */
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { heldAgainst } from "#lib/protocol/orders/rules.ts";
import { holdingOf } from "./accounts.ts";
import type { EngineEvents } from "./events.ts";
import type { Holding, Order, OrderGroup } from "./market-state.ts";
import { close, takeOffBook, touch, watchPrice } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

/** An order whose group decides its size. */
export type Child = Order & { group: OrderGroup };

export function isChild(order: Order): order is Child {
  return order.group !== undefined && order.group.entry !== order;
}

/** Whether the order closes a position that exists. The dead man's switch and a liquidation leave such orders. */
export function protects(order: Order): boolean {
  return isChild(order) && order.status === "UNTRIGGERED";
}

/** Gives every child in the holding the size of what it protects now: it wakes, grows, shrinks, sleeps again or ends. */
export function fitChildren(state: VenueState, holding: Holding, events: EngineEvents): void {
  for (const order of holding.untriggered) if (isChild(order)) fit(state, order, events);
}

function fit(state: VenueState, child: Child, events: EngineEvents): void {
  const lots = protectedLots(child);
  const { market } = child;
  if (child.group.grouping === "POSITION" && lots > 0) child.size = lots;
  if (lots === child.remaining) {
    if (lots === 0 && hasEnded(child.group.entry)) end(state, child, events);
  } else if (lots > 0 && child.status === "UNTRIGGERED") {
    market.triggers.resize(child, lots);
    touch(state, child);
  } else if (lots > 0) {
    child.remaining = lots;
    watchPrice(state, child);
  } else if (hasEnded(child.group.entry)) {
    end(state, child, events);
  } else {
    market.triggers.remove(child);
    child.status = "WAITING";
    child.remaining = 0;
    touch(state, child);
  }
}

/** Lots that the child may close now: of the position, at most what its entry has filled, less what its sibling has closed. */
export function protectedLots(child: Child): number {
  const { group, size, side, account, market } = child;
  const held = Math.max(0, heldAgainst(side, holdingOf(account, market)));
  if (group.entry === undefined) return held;
  return Math.max(0, Math.min(held, Math.min(size, group.entry.filled) - siblingFilled(child)));
}

/** Lots that the other child of the group has closed. */
export function siblingFilled({ id, group }: Child): number {
  let filled = 0;
  for (const child of group.children) if (child.id !== id) filled += child.filled;
  return filled;
}

function hasEnded(entry: Order | undefined): boolean {
  return entry === undefined || entry.status === "CLOSED";
}

function end(state: VenueState, child: Child, events: EngineEvents): void {
  takeOffBook(state, child);
  close(state, child, endReason(child), events);
}

function endReason(child: Child): CancelReason {
  const { entry } = child.group;
  if (entry !== undefined && entry.filled === 0) return "PARENT_ENDED";
  return siblingFilled(child) > 0 ? "SIBLING_FILLED" : "POSITION_CLOSED";
}

import { isReduceOnly } from "#lib/protocol/orders/orders.ts";
import { cancelOpen } from "./cancel-open.ts";
import type { EngineEvents } from "./events.ts";
import { fitChildren, isChild } from "./group-children.ts";
import type { Holding, Order } from "./market-state.ts";
import { takeFromResting } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

/**
 * Keeps open reduce-only orders within the position they reduce (newest are trimmed first): they never open and never flip
 * it. Those that wait for a trigger end with the position they were meant for; those of a group follow what they protect.
 */
export function trimReduceOnly(state: VenueState, holding: Holding, events: EngineEvents): void {
  const closingSide = holding.size > 0 ? "SELL" : "BUY";
  const useless = (order: Order) => holding.size === 0 || order.side !== closingSide;
  fitChildren(state, holding, events);
  for (const order of holding.untriggered) {
    if (isReduceOnly(order) && !isChild(order) && useless(order)) {
      cancelOpen(state, order, "REDUCE_ONLY_INVALID", events);
    }
  }
  if (holding.openReduceOnly === 0) return;
  const orders = [...holding.orders].filter(isReduceOnly).toReversed();
  for (const order of orders) {
    if (useless(order)) {
      cancelOpen(state, order, "REDUCE_ONLY_INVALID", events);
      continue;
    }
    const excess = holding.openReduceOnly - Math.abs(holding.size);
    if (excess <= 0) return;
    if (excess >= order.remaining) cancelOpen(state, order, "REDUCE_ONLY_INVALID", events);
    else takeFromResting(state, order, excess);
  }
}

/** Orders that the venue or their owner takes out of the book before they are filled. */
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { holdingOf } from "./accounts.ts";
import type { EngineEvents } from "./events.ts";
import { fitChildren } from "./group-children.ts";
import type { Order } from "./market-state.ts";
import { close, takeOffBook } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

export function cancelOpen(
  state: VenueState,
  order: Order,
  reason: CancelReason,
  events: EngineEvents,
): void {
  takeOffBook(state, order);
  close(state, order, reason, events);
  if (order.group?.entry === order) {
    fitChildren(state, holdingOf(order.account, order.market), events);
  }
}

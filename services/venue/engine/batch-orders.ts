/** Several orders or cancels under one signature, each checked against the state that the ones before it left. */
import { cancelOrder } from "./cancel-orders.ts";
import type { CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import type { Outcome } from "./outcome.ts";
import { placeOrder } from "./place-order.ts";
import type { VenueState } from "./venue-state.ts";

export function placeBatch(
  state: VenueState,
  { signed, orders, clientIds }: CommandOf<"place_batch_orders">,
  events: EngineEvents,
): Outcome {
  const items = orders.map((order, index) =>
    placeOrder(state, { signed, order, clientId: clientIds[index] ?? null }, events),
  );
  return { kind: "batch", items };
}

export function cancelBatch(
  state: VenueState,
  { signed, cancels }: CommandOf<"cancel_batch_orders">,
  events: EngineEvents,
): Outcome {
  const items = cancels.map((cancel) => cancelOrder(state, signed.account, cancel, events));
  return { kind: "batch", items };
}

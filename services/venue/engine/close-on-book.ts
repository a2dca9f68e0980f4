/** Closes part of a position, of a liquidated account or of the insurance fund, with an order that the venue places itself. */

import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import { VENUE_SIGNER } from "#lib/protocol/orders/orders.ts";
import type { EngineEvents } from "./events.ts";
import type { Holding, Order } from "./market-state.ts";
import { planMatch, settle } from "./matching.ts";
import { register } from "./place-order.ts";
import { close } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

/** @returns the value that was traded; 0 when the book has nothing at or better than `limitTicks`. */
export function closeOnBook(
  state: VenueState,
  holding: Holding,
  { lots, limitTicks }: { lots: number; limitTicks: number },
  events: EngineEvents,
): bigint {
  const { account, market } = holding;
  const side = holding.size > 0 ? "SELL" : "BUY";
  const plan = planMatch({ account, market, side, lots, limitTicks });
  if (plan.fills.length === 0) {
    // Makers that cannot honour their orders leave the book even when nothing trades.
    if (plan.cancels.length === 0) return 0n;
  }
  const order = venueOrder(state, holding, lots);
  register(state, order);
  settle(state, order, plan, { events, type: "LIQUIDATION" });
  close(state, order, order.filled === order.size ? "" : "LIQUIDATION", events);
  return order.filledValue;
}

function venueOrder(state: VenueState, holding: Holding, lots: number): Order {
  const { account, market } = holding;
  return {
    id: 0,
    account,
    signer: VENUE_SIGNER,
    market,
    side: holding.size > 0 ? "SELL" : "BUY",
    type: "MARKET",
    timeInForce: "IOC",
    flags: ORDER_FLAG.REDUCE_ONLY,
    ticks: 0,
    triggerTicks: 0,
    triggerSource: null,
    size: lots,
    sizeText: null,
    priceText: null,
    triggerText: null,
    remaining: lots,
    filled: 0,
    filledValue: 0n,
    status: "NEW",
    cancelReason: "",
    clientId: null,
    source: "perp",
    timestamp: state.time,
    digest: "",
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

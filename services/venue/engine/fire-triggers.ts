/** Orders whose price has come run as market orders inside the band, one after the other. */
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { MARK_STALE_MS } from "#lib/protocol/orders/rules.ts";
import { holdingOf } from "./accounts.ts";
import { cancelOpen } from "./cancel-open.ts";
import type { EngineEvents } from "./events.ts";
import type { MarketState, Order } from "./market-state.ts";
import { admit, execute } from "./place-order.ts";
import { close, takeOffBook } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

/**
 * Fires what is due in a market until nothing is: a fired order may trade, and its trade may be another's trigger. Each order
 * fires once, so this ends. Nothing fires on a mark that is old or in a market that takes no such orders.
 */
export function runTriggers(state: VenueState, market: MarketState, events: EngineEvents): void {
  const { status } = market.listing;
  const stale = state.time - market.markTime > MARK_STALE_MS;
  if (stale || status === "Halted" || status === "PostOnly") return;
  for (;;) {
    const order = market.triggers.due(market.lastTradeTicks, market.markTicks);
    if (order === undefined) return;
    fire(state, order, events);
  }
}

function fire(state: VenueState, order: Order, events: EngineEvents): void {
  takeOffBook(state, order);
  order.status = "NEW";
  const entry = order.group?.entry;
  // Whoever is stopped out, or has taken the profit, does not want the rest of the entry.
  if (entry !== undefined && entry.status !== "CLOSED") {
    cancelOpen(state, entry, "CHILD_TRIGGERED", events);
  }
  const plan = admit(state, order, holdingOf(order.account, order.market));
  if ("code" in plan) close(state, order, reasonOf(plan.code), events);
  else execute(state, order, plan, events);
}

/** A reason that would refuse a new order cancels one whose trigger fires. */
function reasonOf(code: string): CancelReason {
  switch (code) {
    case "REDUCE_ONLY_WOULD_INCREASE":
      return "REDUCE_ONLY_INVALID";
    case "MARKET_REDUCE_ONLY":
      return "MARKET_CLOSED";
    case "MIN_NOTIONAL":
    case "INSUFFICIENT_MARGIN":
      return "NOT_ENOUGH_MARGIN";
    default:
      throw new Error(`a fired order cannot be refused with ${code}`);
  }
}

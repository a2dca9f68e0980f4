import type { EngineEvents } from "#services/venue/engine/events.ts";

/** Calls several listeners, in order. */
export function combineEvents(...listeners: readonly EngineEvents[]): EngineEvents {
  return {
    trade: (market, trade) => {
      for (const listener of listeners) listener.trade(market, trade);
    },
    mark: (market) => {
      for (const listener of listeners) listener.mark(market);
    },
    fill: (fill) => {
      for (const listener of listeners) listener.fill(fill);
    },
    closed: (order) => {
      for (const listener of listeners) listener.closed(order);
    },
    funding: (payment) => {
      for (const listener of listeners) listener.funding(payment);
    },
    balance: (change) => {
      for (const listener of listeners) listener.balance(change);
    },
  };
}

/** The parts that endpoints work with. */
import type { Clock } from "#lib/clock.ts";
import { ServiceError } from "#lib/errors.ts";
import type { MarketState, VenueState } from "./engine/state.ts";
import type { Histories } from "./projection/market-history.ts";
import type { Sequencer } from "./sequencer.ts";

export type Venue = {
  sequencer: Sequencer;
  state: VenueState;
  histories: Histories;
  clock: Clock;
  /** SHA-256 of the operator key. */
  operatorKeyHash: Buffer;
};

/** @throws MARKET_NOT_FOUND */
export function marketOf(venue: Venue, symbol: string): MarketState {
  const market = venue.state.markets.get(symbol);
  if (market === undefined)
    throw new ServiceError("MARKET_NOT_FOUND", { market: symbol.slice(0, 32) });
  return market;
}

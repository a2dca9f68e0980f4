/** The parts of a venue that its host works with. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { MarketState } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { HistoryReader } from "#services/venue/history/history-reader.ts";
import type { Histories } from "#services/venue/projection/market-history.ts";
import type { Sequencer } from "#services/venue/sequencer/sequencer.ts";

export type Venue = {
  sequencer: Sequencer;
  state: VenueState;
  histories: Histories;
  history: HistoryReader;
  clock: Clock;
  /** SHA-256 of the operator key. */
  operatorKeyHash: Buffer;
  /** SHA-256 of the partner programme's key, if it has one. */
  partnerKeyHash: Buffer | undefined;
  /** SHA-256 of the key that reads any account, if there is one. */
  readerKeyHash: Buffer | undefined;
  /** SHA-256 of the custody key, if there is one. */
  custodyKeyHash: Buffer | undefined;
  /** Resolves when the follower has reached what is the head of the journal now; an aborted `signal` ends the wait. */
  followed: (signal?: AbortSignal) => Promise<void>;
  /** Durable blocks that the follower has not applied yet. */
  followerLag: () => number;
};

/** @throws MARKET_NOT_FOUND */
export function marketOf(venue: Venue, symbol: string): MarketState {
  const market = venue.state.markets.get(symbol);
  if (market === undefined)
    throw new ServiceError("MARKET_NOT_FOUND", { market: symbol.slice(0, 32) });
  return market;
}

/** The dependencies that all feeds share. */

import type { Timers } from "#lib/kernel/time/timers.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import type { MarketRelay } from "./market-relay.ts";
import { type Poller, startPoller } from "./poller.ts";
import type { VenueClock } from "./venue-clock.ts";

export type FeedContext = {
  venue: VenueClient;
  timers: Timers;
  /** Bars close by this clock; no feed runs before its first reading. */
  clock: Pick<VenueClock, "now" | "offset">;
  /** Connects the feeds of this replica with those of the others. */
  relay: MarketRelay;
  /** The running pollers: one that recovers wakes the others. */
  pollers: Set<Poller>;
  /** Called for each poll that failed; the poller retries. */
  onFailure: (poll: string, thrown: unknown, market?: string) => void;
};

/** Polls that close a second begin this long after it: the venue shows a fill once it is on disk. */
export const POLL_PHASE_MS = 60;

export type FeedPoll = {
  name: string;
  market?: string;
  everyMs: number;
  /** See `PollerOptions`. */
  keepsPace?: boolean;
  poll: () => Promise<void>;
};

export function startFeedPoller(context: FeedContext, feedPoll: FeedPoll): Poller {
  const { timers, clock, onFailure, pollers } = context;
  const report = (thrown: unknown) => onFailure(feedPoll.name, thrown, feedPoll.market);
  const poller = startPoller({
    ...feedPoll,
    timers,
    clockOffset: () => clock.offset,
    phaseMs: POLL_PHASE_MS,
    onFailure: report,
    onRecovery: () => {
      for (const one of pollers) one.retry();
    },
  });
  pollers.add(poller);
  return {
    ...poller,
    stop: () => {
      pollers.delete(poller);
      poller.stop();
    },
  };
}

/** What every feed works with. */

import type { Timers } from "#lib/timers.ts";
import type { VenueClient } from "#lib/venue-client/client.ts";
import { type Poller, startPoller } from "./poller.ts";

export type FeedContext = {
  venue: VenueClient;
  timers: Timers;
  /** Venue clock minus local clock, in milliseconds. */
  clockOffset: () => number;
  /** The pollers that run: one that succeeds again tells the others that the venue is back. */
  pollers: Set<Poller>;
  /** Told of each poll that failed; it is tried again by itself. */
  onFailure: (poll: string, thrown: unknown, market?: string) => void;
};

/** Polls that close a second begin this long after it: the venue shows a fill once it is on disk. */
export const POLL_PHASE_MS = 60;

export type FeedPoll = {
  name: string;
  market?: string;
  everyMs: number;
  poll: () => Promise<void>;
};

/** The venue's clock, Unix milliseconds. */
export function venueNow({ timers, clockOffset }: FeedContext): number {
  return timers.now() + clockOffset();
}

export function startFeedPoller(context: FeedContext, feedPoll: FeedPoll): Poller {
  const { timers, clockOffset, onFailure, pollers } = context;
  const report = (thrown: unknown) => onFailure(feedPoll.name, thrown, feedPoll.market);
  const poller = startPoller({
    ...feedPoll,
    timers,
    clockOffset,
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

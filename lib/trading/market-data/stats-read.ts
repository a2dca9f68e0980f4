/** The rows of all markets: one read of the venue serves every market and the list feed. */
import type { MarketStats } from "#lib/protocol/wire/market.ts";
import { type FeedContext, POLL_PHASE_MS, startFeedPoller } from "./feed-context.ts";
import type { Poller } from "./poller.ts";

/** Marks move once a second: two reads a second miss none. */
const POLL_EVERY_MS = 500;
/** Clients get stats about once a second (docs/api/streams.md). A read may come a little early. */
export const STATS_ANNOUNCED_EVERY_MS = 1_000 - POLL_PHASE_MS;

/** When a read began. */
export type ReadAt = {
  /** Unix milliseconds; the rows contain everything up to then. */
  venueTime: number;
  /** Monotonic time of `Timers`, which goes on while the venue's time does not move. */
  monotonic: number;
};

export type OnStats = (rows: readonly MarketStats[], readAt: ReadAt) => void;

export class StatsRead {
  readonly #context: FeedContext;
  readonly #onStats: OnStats;
  #poller: Poller | undefined;
  #reading: Promise<void> | undefined;

  constructor(context: FeedContext, onStats: OnStats) {
    this.#context = context;
    this.#onStats = onStats;
  }

  start(): void {
    this.#poller = startFeedPoller(this.#context, {
      name: "stats",
      everyMs: POLL_EVERY_MS,
      keepsPace: true,
      poll: async () => {
        const { relay, clock } = this.#context;
        if (relay.follows) return;
        await this.read();
        relay.beat(clock.now());
      },
    });
  }

  stop(): void {
    this.#poller?.stop();
  }

  /** Reads once; concurrent callers share the read. @throws UpstreamError */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { clock, timers, venue } = this.#context;
    const readAt = { venueTime: clock.now(), monotonic: timers.monotonic() };
    const rows = await venue.allStats();
    this.#onStats(rows, readAt);
  }
}

/** The bars of one market while it is followed: resumed from the store, closed on time, announced on the board. */
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { VenueClient } from "#lib/venue-client/client.ts";
import type { BarSeries } from "./bar-series.ts";
import type { TopicBoard } from "./topics.ts";
import { fillsSince } from "./trade-tape.ts";

/** A second is closed without its last polls when they have not come by then. */
const CLOSE_ANYWAY_AFTER_MS = 1_500;
/** After a longer hole in time (a suspended machine) the bars are resumed from the store, as at a start. */
const RESUME_AFTER_MS = 600_000;

export type MarketBarsOptions = {
  market: string;
  venue: VenueClient;
  series: BarSeries;
  board: TopicBoard;
  /** The venue's clock, Unix milliseconds. */
  venueNow: () => number;
  /** Runs before the bars are resumed: brings what the store lacks. */
  backFill: (market: string) => Promise<void>;
};

export class MarketBars {
  readonly #options: MarketBarsOptions;
  #resumed = false;

  constructor(options: MarketBarsOptions) {
    this.#options = options;
  }

  /** True once the missing history is stored and bars are being built. */
  get ready(): boolean {
    return this.#resumed;
  }

  /**
   * Resumes the bars when that is due, and closes them on time even when no poll succeeds. `lookAtTape` makes the
   * tape tell of every new fill from then on, so that none falls between its first look and the bars.
   */
  async keep(lookAtTape: () => Promise<void>): Promise<void> {
    const { series, market, venue, venueNow, backFill } = this.#options;
    const closeUntil = venueNow() - CLOSE_ANYWAY_AFTER_MS;
    const { openSecond } = series;
    if (!this.#resumed || (openSecond ?? closeUntil) < closeUntil - RESUME_AFTER_MS) {
      this.#resumed = false;
      await lookAtTape();
      await backFill(market);
      await series.resume(venueNow(), (startAt) => fillsSince(venue, market, startAt));
      series.advance(venueNow() - CLOSE_ANYWAY_AFTER_MS);
      this.#resumed = true;
    }
    this.announce(closeUntil);
  }

  /** Closes bars up to `until` and announces what changed: closed bars first, then the open ones. */
  announce(until: number): void {
    const { series, board } = this.#options;
    if (!this.#resumed) return;
    for (const bar of series.advance(until)) {
      const topic = `kline:${bar.interval}` as const;
      board.announceOnce(topic, JSON.stringify(bar), `${topic}:closed`);
    }
    for (const interval of KLINE_INTERVALS) {
      const bar = series.openBar(interval);
      if (bar !== undefined) board.announceState(`kline:${interval}`, JSON.stringify(bar));
    }
  }
}

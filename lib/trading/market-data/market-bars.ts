/** The bars of one market while it is followed: resumed from the store, closed on time, announced once they are stored. */

import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { fillsSince } from "#lib/trading/venue-client/fill-pages.ts";
import type { BarSeries } from "./candles/bar-series.ts";
import type { TopicBoard } from "./market-topics.ts";

/** A second is closed without its last polls when they have not arrived by then. */
const CLOSE_ANYWAY_AFTER_MS = 1_500;
/** After a longer gap in time (a suspended machine) the bars are resumed from the store, as at a start. */
const RESUME_AFTER_MS = 600_000;
/** Open bars are published after the closed ones before them, unless the store lags by more than this. */
const HELD_BACK_MS = 2_000;

export type MarketBarsOptions = {
  market: string;
  venue: VenueClient;
  series: BarSeries;
  board: TopicBoard;
  /** The venue's clock, Unix milliseconds. */
  venueNow: () => number;
  /** True when the venue has reported that the market has no mark yet. */
  hasNoMark: () => boolean;
  /** Runs before the bars are resumed, in the leading replica: fills gaps of the store. */
  backFill: (market: string) => Promise<void>;
};

export class MarketBars {
  readonly #options: MarketBarsOptions;
  #resumed = false;

  constructor(options: MarketBarsOptions) {
    this.#options = options;
    options.series.onStored((bars) => this.#publish(bars));
  }

  /** True once the missing history is stored and bars are being built. */
  get ready(): boolean {
    return this.#resumed && this.#options.series.running;
  }

  /**
   * Resumes the bars when that is due, and closes them on time even when no poll succeeds. `readTape` makes the tape
   * deliver every new fill from then on, so that none is lost between its first read and the bars.
   */
  async keep(readTape: () => Promise<void>): Promise<void> {
    const { series, market, venue, venueNow, backFill, hasNoMark } = this.#options;
    const closeUntil = venueNow() - CLOSE_ANYWAY_AFTER_MS;
    const { openSecond } = series;
    if (!this.ready || (openSecond ?? closeUntil) < closeUntil - RESUME_AFTER_MS) {
      this.#resumed = false;
      await readTape();
      const found = await series.findHead(venueNow(), () => backFill(market));
      // Before its first mark a market has no bars that another replica could be completing.
      if (found === undefined && !hasNoMark()) return;
      await series.resume(found?.head, (startAt) => fillsSince(venue, market, startAt));
      this.#resumed = true;
    }
    this.announce(venueNow() - CLOSE_ANYWAY_AFTER_MS);
  }

  /** Closes bars up to `until` and announces the open ones; the closed ones are announced when they are stored. */
  announce(until: number): void {
    const { series } = this.#options;
    if (!this.#resumed) return;
    series.advance(until);
    const waitsFrom = series.step?.bars[0]?.start;
    const isLate = waitsFrom !== undefined && (series.openSecond ?? 0) - waitsFrom > HELD_BACK_MS;
    if (waitsFrom === undefined || isLate) this.#announceOpen();
  }

  #publish(bars: readonly Bar[]): void {
    const { board } = this.#options;
    for (const bar of bars) {
      board.announceOnce(`kline:${bar.interval}`, JSON.stringify(bar), bar.start);
    }
    if (this.#options.series.waiting === 0) this.#announceOpen();
    board.flush();
  }

  #announceOpen(): void {
    const { series, board } = this.#options;
    for (const interval of KLINE_INTERVALS) {
      const bar = series.openBar(interval);
      if (bar !== undefined) board.announceState(`kline:${interval}`, JSON.stringify(bar));
    }
  }
}

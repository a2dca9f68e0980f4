/** Bars of fills for the chart's toggle, from the venue. Readers of the same range share one read of it. */

import type { Timers } from "#lib/platform/timers.ts";
import { barStart, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { FillBar } from "#lib/protocol/wire/market.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { type Kept, KeptRead } from "./kept-read.ts";

const FRESH_MS = 1_000;
/** Number of cached ranges; the least recently requested one is evicted first. */
const RANGES_KEPT = 32;
/** As many bars as an answer has at most. */
const BARS_LIMIT = 1_500;

/** Times are Unix milliseconds. */
export type FillBarsQuery = {
  market: string;
  interval: KlineInterval;
  /** Default: 1,500 bars before `endAt`. */
  startAt?: number | undefined;
  endAt: number;
};

export type FillBarsAnswer = { source: "fills"; results: FillBar[] };

export class FillBars {
  readonly #venue: VenueClient;
  readonly #timers: Timers;
  readonly #ranges = new Map<string, KeptRead<FillBarsAnswer>>();

  constructor(venue: VenueClient, timers: Timers) {
    this.#venue = venue;
    this.#timers = timers;
  }

  /**
   * The bars that begin within the range, both ends included, oldest first; the latest 1,500 of more.
   * @throws ServiceError MARKET_DATA_UNAVAILABLE
   */
  async read({ market, interval, startAt, endAt }: FillBarsQuery): Promise<Kept<FillBarsAnswer>> {
    const lengthMs = KLINE_SECONDS[interval] * 1_000;
    // Bars begin at multiples of their length, so requests of different moments share the same range.
    const last = barStart(interval, endAt);
    const asked = startAt === undefined ? 0 : barStart(interval, startAt + lengthMs - 1);
    const first = Math.max(0, asked, last - (BARS_LIMIT - 1) * lengthMs);
    const key = [market, interval, first, last].join(" ");
    const known = this.#ranges.get(key);
    const range = known ?? this.#range({ market, interval, first, last });
    this.#ranges.delete(key);
    this.#ranges.set(key, range);
    this.#forgetOldest();
    return range.get();
  }

  #range(range: { market: string; interval: KlineInterval; first: number; last: number }) {
    const { market, interval, first: startAt, last: endAt } = range;
    const seconds = KLINE_SECONDS[interval];
    return new KeptRead<FillBarsAnswer>({
      timers: this.#timers,
      freshMs: FRESH_MS,
      read: async () => {
        const bars = await this.#venue.fillBars({ market, seconds, startAt, endAt });
        const results = bars.map(({ time, ...bar }) => ({ market, interval, start: time, ...bar }));
        return { source: "fills", results };
      },
    });
  }

  #forgetOldest(): void {
    for (const key of this.#ranges.keys()) {
      if (this.#ranges.size <= RANGES_KEPT) return;
      this.#ranges.delete(key);
    }
  }
}

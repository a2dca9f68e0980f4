/** Bars of fills for the chart's toggle, from the venue. Readers of the same range share one read of it. */

import type { z } from "zod";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { barStart, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import { FillBarList } from "#lib/protocol/wire/market.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { type Cached, CachedRead } from "./cached-read.ts";
import type { Share } from "./shared-reads.ts";

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

type Range = { market: string; interval: KlineInterval; first: number; last: number };

export type FillBarsAnswer = z.output<typeof FillBarList>;

type FillBarsOptions = { venue: VenueClient; timers: Timers; share: Share };

export class FillBars {
  readonly #options: FillBarsOptions;
  readonly #ranges = new Map<string, CachedRead<FillBarsAnswer>>();

  constructor(options: FillBarsOptions) {
    this.#options = options;
  }

  /**
   * The bars that begin within the range, both ends included, oldest first; the latest 1,500 of more.
   * @throws ServiceError MARKET_DATA_UNAVAILABLE
   */
  async read({ market, interval, startAt, endAt }: FillBarsQuery): Promise<Cached<FillBarsAnswer>> {
    const lengthMs = KLINE_SECONDS[interval] * 1_000;
    // Bars begin at multiples of their length, so requests of different moments share the same range.
    const last = barStart(interval, endAt);
    const requested = startAt === undefined ? 0 : barStart(interval, startAt + lengthMs - 1);
    const first = Math.max(0, requested, last - (BARS_LIMIT - 1) * lengthMs);
    const key = [market, interval, first, last].join(" ");
    const known = this.#ranges.get(key);
    const range = known ?? this.#range(key, { market, interval, first, last });
    this.#ranges.delete(key);
    this.#ranges.set(key, range);
    this.#forgetOldest();
    return range.get();
  }

  #range(key: string, range: Range): CachedRead<FillBarsAnswer> {
    const { venue, timers, share } = this.#options;
    const { market, interval, first: startAt, last: endAt } = range;
    const seconds = KLINE_SECONDS[interval];
    return new CachedRead<FillBarsAnswer>({
      timers,
      shared: { name: `fill bars ${key}`, schema: FillBarList, share },
      freshMs: FRESH_MS,
      read: async () => {
        const bars = await venue.fillBars({ market, seconds, startAt, endAt });
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

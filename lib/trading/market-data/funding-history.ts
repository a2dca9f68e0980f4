/** The funding rates of markets over the last days, from the stored minutes. */
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { FundingHours } from "#lib/protocol/wire/market.ts";
import { type Cached, CachedRead } from "./cached-read.ts";
import { readFundingHours } from "./candles/minute-store.ts";

const SPAN_MS = 7 * DAY_MS;

export type FundingHistoryOptions = {
  db: Pick<Statements, "execute">;
  timers: Timers;
  /** The venue's clock, Unix milliseconds. */
  now: () => number;
};

export class FundingHistory {
  readonly #options: FundingHistoryOptions;
  readonly #markets = new Map<string, CachedRead<FundingHours>>();

  constructor(options: FundingHistoryOptions) {
    this.#options = options;
  }

  /** Of a market that the venue lists. A minute is stored after its end, so an answer is kept for as long. */
  of(market: string): Promise<Cached<FundingHours>> {
    const { db, timers, now } = this.#options;
    let known = this.#markets.get(market);
    if (known === undefined) {
      const read = async () => ({ results: await readFundingHours(db, market, now() - SPAN_MS) });
      known = new CachedRead<FundingHours>({ timers, freshMs: MINUTE_MS, read });
      this.#markets.set(market, known);
    }
    return known.get();
  }
}

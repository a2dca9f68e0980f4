/** What the stored minutes say of markets by the hour, over the last days. */
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { type Cached, CachedRead } from "./cached-read.ts";

const SPAN_MS = 7 * DAY_MS;

type Db = Pick<Statements, "execute">;

export type HourHistoryOptions<Hour> = {
  db: Db;
  timers: Timers;
  /** The venue's clock, Unix milliseconds. */
  now: () => number;
  /** Reads the hours of a market from a moment on, oldest first. */
  read: (db: Db, market: string, from: number) => Promise<Hour[]>;
};

export class HourHistory<Hour> {
  readonly #options: HourHistoryOptions<Hour>;
  readonly #markets = new Map<string, CachedRead<{ results: Hour[] }>>();

  constructor(options: HourHistoryOptions<Hour>) {
    this.#options = options;
  }

  /** Of a market that the venue lists. A minute is stored after its end, so an answer is kept for as long. */
  of(market: string): Promise<Cached<{ results: Hour[] }>> {
    const { db, timers, now } = this.#options;
    let known = this.#markets.get(market);
    if (known === undefined) {
      const read = async () => ({
        results: await this.#options.read(db, market, now() - SPAN_MS),
      });
      known = new CachedRead({ timers, freshMs: MINUTE_MS, read });
      this.#markets.set(market, known);
    }
    return known.get();
  }
}

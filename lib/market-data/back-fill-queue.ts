/** The back-fills of all markets, one after the other: the database has one writer. */
import type { Database } from "#lib/db/client.ts";
import type { Logger } from "#lib/log.ts";
import type { Timers } from "#lib/timers.ts";
import type { VenueClient } from "#lib/venue-client/client.ts";
import { backFill } from "./back-fill.ts";
import type { OracleHistory } from "./oracle-history.ts";
import { fillsSince } from "./trade-tape.ts";

export type BackFillQueueOptions = {
  venue: VenueClient;
  /** Absent: nothing is filled. */
  history: OracleHistory | undefined;
  db: Database;
  timers: Timers;
  log: Pick<Logger, "info">;
  /** The venue's clock, Unix milliseconds. */
  venueNow: () => number;
};

export class BackFillQueue {
  readonly #options: BackFillQueueOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: BackFillQueueOptions) {
    this.#options = options;
  }

  /** Resolves when nothing of the market's history is missing. */
  run(market: string): Promise<void> {
    const run = this.#last.then(() => this.#fillUntilNow(market));
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Again as long as something was missing: minutes pass while the first month is read. */
  async #fillUntilNow(market: string): Promise<void> {
    const { history, db, timers, log, venue, venueNow } = this.#options;
    if (history === undefined) return;
    const source = { db, history, fills: (startAt: number) => fillsSince(venue, market, startAt) };
    const startedAt = timers.now();
    let bars = 0;
    let missing = Number.POSITIVE_INFINITY;
    while (missing > 0) {
      missing = await backFill(source, market, venueNow());
      bars += missing;
    }
    if (bars > 0) log.info({ market, bars, ms: timers.now() - startedAt }, "history filled");
  }
}

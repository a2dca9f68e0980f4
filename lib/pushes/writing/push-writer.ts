/** Writes what is due and gives it to the accounts, until nothing is left. Any number of replicas may do so. */
import "server-only";
import type { Database } from "#lib/platform/db/client.ts";
import { IDLE } from "#lib/platform/repeated-task.ts";
import { fanOut } from "./fan-out.ts";
import { writeCalendarPushes } from "./write-calendar.ts";
import { type MarketTerms, writeMarketPushes } from "./write-market.ts";

export type PushWriterOptions = Pick<MarketTerms, "levels"> & {
  db: Database;
  /** Unix milliseconds: a run may take longer than a window. */
  now: () => number;
  /** Called when browsers may have something to get. */
  wake: () => void;
  accountsAtOnce?: number;
};

export class PushWriter {
  readonly #options: PushWriterOptions;

  constructor(options: PushWriterOptions) {
    this.#options = options;
  }

  /** @returns IDLE when nothing is left. @throws the database's error; the next run goes on */
  async run(_now: number, signal?: AbortSignal): Promise<typeof IDLE | undefined> {
    const { db, levels, now, wake, accountsAtOnce } = this.#options;
    const terms = accountsAtOnce === undefined ? {} : { accountsAtOnce };
    while (signal?.aborted !== true) {
      // Between two batches: a number does not wait until everybody has another push.
      await writeCalendarPushes(db, now());
      await writeMarketPushes(db, { levels, now: now() });
      if (!(await fanOut(db, { ...terms, now: now() }))) return IDLE;
      wake();
    }
    return undefined;
  }
}

/**
 * Writes the pushes that are due and gives them to the accounts until none is left. Any number of
 * replicas may run it.
 */
import "server-only";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { fanOutPush } from "./fan-out.ts";
import { writeCalendarPushes } from "./write-calendar.ts";
import { type MarketPushTerms, writeMarketPushes } from "./write-market.ts";

export type PushWriterOptions = Pick<MarketPushTerms, "levels"> & {
  db: Database;
  /** Unix milliseconds. A clock, because a run may take longer than a window. */
  now: () => number;
  /** Called when there may be pushes for browsers. */
  wake: () => void;
  accountsAtOnce?: number;
};

export class PushWriter {
  readonly #options: PushWriterOptions;

  constructor(options: PushWriterOptions) {
    this.#options = options;
  }

  /**
   * @returns IDLE when nothing is left
   * @throws the database's error; the next run continues
   */
  async run(_now: number, signal?: AbortSignal): Promise<typeof IDLE | undefined> {
    const { db, levels, now, wake, accountsAtOnce } = this.#options;
    const terms = accountsAtOnce === undefined ? {} : { accountsAtOnce };
    while (signal?.aborted !== true) {
      // Checked between two batches, so that a number does not wait for the fan-out of another
      // push.
      await writeCalendarPushes(db, now());
      await writeMarketPushes(db, { levels, now: now() });
      if (!(await fanOutPush(db, { ...terms, now: now() }))) return IDLE;
      wake();
    }
    return undefined;
  }
}

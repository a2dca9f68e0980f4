/** Reads the venue's feed of notices page by page, each exactly once across crashes and replicas. */
import "server-only";
import { and, eq } from "drizzle-orm";
import type { Logger } from "#lib/kernel/log/log.ts";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  compareNoticeIds,
  type NoticeFeed,
  type NoticePage,
} from "#lib/protocol/wire/venue-notices.ts";
import { pushVenueCursors } from "#lib/pushes/schema/pushes.ts";
import { findOwners } from "./owners.ts";
import { accountsOf, takeNotices } from "./take-notices.ts";

/** Name in the metrics of polls. */
const POLL = "trading_notices";
/** The place is stored with what is taken, and without anything to take this often: a restart reads no more again. */
const STORE_EVERY_MS = MINUTE_MS;
/** Interval of log lines for a persistent failure. */
const COMPLAIN_EVERY_MS = MINUTE_MS;
/** How long the journal may end before the stored place: a standby may be behind, or a history be read anew. */
const SHORT_FOR_MS = 10 * MINUTE_MS;

/** The journal ends before the place up to which it was read. */
class ShortJournalError extends Error {
  constructor(feed: string, { last, after }: { last: string; after: string }) {
    super(`The journal of ${feed} ends at ${last}, before ${after}, up to which notices were read`);
    this.name = "ShortJournalError";
  }
}

export type NoticeReaderOptions = {
  db: Database;
  feed: Pick<NoticeFeed, "readNotices">;
  /** The venue's first address: the key of the stored place. */
  venueUrl: string;
  log: Pick<Logger, "warn">;
};

/** `after` can be later than `stored`: pages without a linked wallet are not stored at once. */
type Place = { stored: string; after: string; storedAt: number };

export class NoticeReader {
  readonly #options: NoticeReaderOptions;
  readonly #name: string;
  #place: Place | undefined;
  #shortSince: number | undefined;
  #complaint = { kind: "", at: Number.NEGATIVE_INFINITY };

  constructor(options: NoticeReaderOptions) {
    this.#options = options;
    this.#name = `venue:${options.venueUrl}`;
  }

  /**
   * Reads all notices that are available. `now` in Unix milliseconds.
   * @returns IDLE after a failure, which is logged: the venue or the database needs time
   */
  async run(now: number, signal?: AbortSignal): Promise<typeof IDLE | undefined> {
    const { polls, pollsFailed } = metrics();
    try {
      await this.#readAll(now, signal);
      return undefined;
    } catch (error) {
      if (signal?.aborted === true) return IDLE;
      pollsFailed.inc({ poll: POLL });
      this.#complain(error, now);
      return IDLE;
    } finally {
      polls.inc({ poll: POLL });
    }
  }

  async #readAll(now: number, signal: AbortSignal | undefined): Promise<void> {
    const { feed } = this.#options;
    while (signal?.aborted !== true) {
      const place = (this.#place ??= await this.#findPlace(now, signal));
      const page = await feed.readNotices(place.after, signal);
      if (await this.#isAnotherJournal(page, place, now)) return;
      const end = page.notices.at(-1)?.id;
      if (end !== undefined) await this.#take(page, { place, end, now });
      if (page.next === null) return;
    }
  }

  /** The stored place. A first start begins where the journal ends, so that nobody is notified of the past. */
  async #findPlace(now: number, signal: AbortSignal | undefined): Promise<Place> {
    const { db, feed } = this.#options;
    const read = async () => {
      const [row] = await db
        .select()
        .from(pushVenueCursors)
        .where(eq(pushVenueCursors.feed, this.#name));
      return row?.after;
    };
    let after = await read();
    if (after === undefined) {
      const { last } = await feed.readNotices(undefined, signal);
      const row = { feed: this.#name, after: last, updatedAt: now };
      await db.insert(pushVenueCursors).values(row).onConflictDoNothing();
      after = (await read()) ?? last;
    }
    return { stored: after, after, storedAt: now };
  }

  async #take(
    { notices }: NoticePage,
    { place, end, now }: { place: Place; end: string; now: number },
  ): Promise<void> {
    const { db } = this.#options;
    const owners = await findOwners(db, accountsOf(notices));
    const owned = notices.filter(({ account }) => owners.has(account));
    if (owned.length === 0 && now - place.storedAt < STORE_EVERY_MS) {
      this.#place = { ...place, after: end };
      return;
    }
    const taking = { feed: this.#name, stored: place.stored, place: end, notices: owned, now };
    const isTaken = await takeNotices(db, taking);
    // Another replica was first: its place is read again.
    this.#place = isTaken ? { stored: end, after: end, storedAt: now } : undefined;
  }

  /**
   * Goes on at the end of a journal that has not reached the place for ten minutes: it is another one.
   * @throws ShortJournalError until then
   */
  async #isAnotherJournal({ last }: NoticePage, place: Place, now: number): Promise<boolean> {
    const { stored, after } = place;
    if (compareNoticeIds(last, after) >= 0) {
      this.#shortSince = undefined;
      return false;
    }
    this.#shortSince ??= now;
    const { db, log } = this.#options;
    const error = new ShortJournalError(this.#name, { last, after });
    if (now - this.#shortSince < SHORT_FOR_MS) throw error;
    log.warn({ err: error }, "notices of trading go on at the end of another journal");
    await db
      .update(pushVenueCursors)
      .set({ after: last, updatedAt: now })
      .where(and(eq(pushVenueCursors.feed, this.#name), eq(pushVenueCursors.after, stored)));
    this.#place = undefined;
    this.#shortSince = undefined;
    return true;
  }

  #complain(error: unknown, now: number): void {
    const kind = error instanceof Error ? error.name : typeof error;
    if (kind === this.#complaint.kind && now - this.#complaint.at < COMPLAIN_EVERY_MS) return;
    this.#complaint = { kind, at: now };
    this.#options.log.warn({ err: error }, "notices of trading could not be read from the venue");
  }
}

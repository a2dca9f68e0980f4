/**
 * Stores what the sources say and updates the releases. Statements, items, revisions, the state of
 * the source and the calendar's watermark are one transaction. Any number of replicas may write:
 * the watermark's row lock serializes them.
 */
import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { isOverdue } from "#lib/catalysts/calendar/releases/fold-release.ts";
import { calendarItems, calendarPlaces } from "#lib/catalysts/schema/calendar.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess } from "#lib/platform/db/leadership.ts";
import type { CalendarTransaction } from "./calendar-rows.ts";
import { type CalendarSourceState, claimState } from "./calendar-source-states.ts";
import { CALENDAR, storeReleases } from "./store-releases.ts";
import { type SourceItems, storeStatements } from "./store-statements.ts";

export const CALENDAR_WATERMARK = "calendar";

/** A read of a source that succeeded. */
export type ReadSource = Omit<SourceItems, "items"> & {
  /** The state when the read began, and the state once everything is stored. */
  before: CalendarSourceState;
  after: CalendarSourceState;
  /** Undefined: the source has not changed. */
  items: SourceItems["items"] | undefined;
};

export type StoredRead = { state: CalendarSourceState; changes: number };

export class CalendarWriter {
  readonly #db: Database;
  readonly #names: ReadonlySet<string>;

  /** @param names of the sources that are currently read */
  constructor(db: Database, names: Iterable<string>) {
    this.#db = db;
    this.#names = new Set(names);
  }

  /**
   * @param now Unix milliseconds
   * @returns undefined, with nothing written, when another replica read the source meanwhile
   */
  async store(read: ReadSource, now: number): Promise<StoredRead | undefined> {
    const { items = [], before, after } = read;
    const names = this.#names;
    if (items.length === 0) {
      const state = await claimState(this.#db, before, after);
      return state && { state, changes: 0 };
    }
    const stored = await this.#db
      .transaction(async (change) => {
        // Locks the watermark first, so that transactions which want the same rows cannot deadlock.
        const at = await lockWatermark(change, now);
        const saved = await storeStatements(change, { ...read, items }, now);
        const changes = await storeReleases(change, saved.itemIds, { at, names });
        const isPart = saved.isPart;
        const state = await claimState(change, before, {
          ...after,
          // Without an ETag, the next read returns the items that were left out.
          etag: isPart ? null : after.etag,
          lastModified: isPart ? null : after.lastModified,
          lastItemAt: saved.itemIds.length > 0 ? new Date(now) : before.lastItemAt,
        });
        if (state === undefined) throw new LostRead();
        return { state, changes };
      })
      .catch((error: unknown) => {
        if (error instanceof LostRead) return undefined;
        throw error;
      });
    if (stored !== undefined && stored.changes > 0) notifyProcess(CALENDAR);
    return stored;
  }

  /**
   * Advances the watermark and marks missing numbers as overdue. @param since releases that were
   * due earlier were already checked
   */
  async advance(now: number, since: number): Promise<void> {
    const names = this.#names;
    const changes = await this.#db.transaction(async (change) => {
      const rows = await change
        .select()
        .from(calendarItems)
        .where(
          and(
            inArray(calendarItems.status, ["scheduled", "moved"]),
            lte(calendarItems.scheduledAt, now),
            gt(calendarItems.scheduledAt, since),
          ),
        );
      const due = rows.filter((item) => isOverdue(item, now)).map(({ id }) => id);
      const at = await lockWatermark(change, now);
      return due.length === 0 ? 0 : storeReleases(change, due, { at, names });
    });
    if (changes > 0) notifyProcess(CALENDAR);
  }
}

class LostRead extends Error {}

/**
 * Locks the watermark until the end of the transaction. @returns the time of the new rows, later
 * than everything stored
 */
async function lockWatermark(change: CalendarTransaction, now: number): Promise<number> {
  await change
    .insert(calendarPlaces)
    .values({ name: CALENDAR_WATERMARK, at: new Date(0) })
    .onConflictDoNothing();
  const ofCalendar = eq(calendarPlaces.name, CALENDAR_WATERMARK);
  const [watermark] = await change.select().from(calendarPlaces).where(ofCalendar).for("update");
  const at = Math.max(now, (watermark?.at.getTime() ?? 0) + 1);
  await change
    .update(calendarPlaces)
    .set({ at: new Date(at) })
    .where(ofCalendar);
  return at;
}

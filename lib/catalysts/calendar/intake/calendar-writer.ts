/**
 * Stores what sources say, and what follows for the releases: statements, items, revisions, the state of the source and the place of
 * the calendar are one transaction. Any number of replicas may write: they take turns at the place.
 */
import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { isOverdue } from "#lib/catalysts/calendar/releases/fold-release.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess } from "#lib/platform/db/leadership.ts";
import { calendarItems, calendarPlaces } from "#lib/platform/db/schema/calendar.ts";
import type { Change } from "./calendar-rows.ts";
import { claimState, type SourceState } from "./source-states.ts";
import { CALENDAR, storeReleases } from "./store-releases.ts";
import { type ToldItems, tellItems } from "./tell-items.ts";

export const PLACE = "calendar";

/** A read of a source that succeeded. */
export type ReadSource = Omit<ToldItems, "items"> & {
  /** As it was when the read began, and as it is if all is stored. */
  before: SourceState;
  after: SourceState;
  /** Undefined: the source has not changed. */
  items: ToldItems["items"] | undefined;
};

export type StoredRead = { state: SourceState; changes: number };

export class CalendarWriter {
  readonly #db: Database;
  readonly #names: ReadonlySet<string>;

  /** @param names of the sources that are read */
  constructor(db: Database, names: Iterable<string>) {
    this.#db = db;
    this.#names = new Set(names);
  }

  /** @param now Unix milliseconds. @returns undefined, with nothing written, when another replica read the source meanwhile */
  async store(read: ReadSource, now: number): Promise<StoredRead | undefined> {
    const { items = [], before, after } = read;
    const names = this.#names;
    if (items.length === 0) {
      const state = await claimState(this.#db, before, after);
      return state && { state, changes: 0 };
    }
    const stored = await this.#db
      .transaction(async (change) => {
        // The place first: transactions that want the same rows wait for each other in one order.
        const at = await takePlace(change, now);
        const told = await tellItems(change, { ...read, items }, now);
        const changes = await storeReleases(change, told.itemIds, { at, names });
        const isPart = told.isPart;
        const state = await claimState(change, before, {
          ...after,
          // What was left out is asked for again.
          etag: isPart ? null : after.etag,
          lastModified: isPart ? null : after.lastModified,
          lastItemAt: told.itemIds.length > 0 ? new Date(now) : before.lastItemAt,
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

  /** Moves the place on, and marks what did not come. @param since releases that were due before are known */
  async keepUp(now: number, since: number): Promise<void> {
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
      const at = await takePlace(change, now);
      return due.length === 0 ? 0 : storeReleases(change, due, { at, names });
    });
    if (changes > 0) notifyProcess(CALENDAR);
  }
}

class LostRead extends Error {}

/** Holds up other writers until the end of the transaction. @returns the time of what it writes: later than everything stored */
async function takePlace(change: Change, now: number): Promise<number> {
  await change
    .insert(calendarPlaces)
    .values({ name: PLACE, at: new Date(0) })
    .onConflictDoNothing();
  const ofCalendar = eq(calendarPlaces.name, PLACE);
  const [place] = await change.select().from(calendarPlaces).where(ofCalendar).for("update");
  const at = Math.max(now, (place?.at.getTime() ?? 0) + 1);
  await change
    .update(calendarPlaces)
    .set({ at: new Date(at) })
    .where(ofCalendar);
  return at;
}

/** What is known of each source of the calendar: when it is read next, and how the last read went. */
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { calendarSources } from "#lib/platform/db/schema/calendar.ts";
import type { CalendarSource } from "./calendar-source.ts";

export type SourceState = typeof calendarSources.$inferSelect;

/** States by name, as they were stored or as they begin. */
export async function readStates(
  db: Pick<Database, "select">,
  sources: readonly CalendarSource[],
): Promise<Map<string, SourceState>> {
  const names = sources.map(({ name }) => name);
  const rows =
    names.length === 0
      ? []
      : await db.select().from(calendarSources).where(inArray(calendarSources.name, names));
  const stored = new Map(rows.map((row) => [row.name, row]));
  return new Map(
    sources.map((source) => {
      const begin = firstState(source);
      const row = stored.get(source.name);
      if (row === undefined) return [source.name, begin];
      // The name of another source now: what its server said of itself does not count.
      const isSame = row.publisher === begin.publisher && row.simulated === begin.simulated;
      return [source.name, isSame ? row : { ...begin, reads: row.reads }];
    }),
  );
}

function firstState({ name, publisher, simulatedOrigin }: CalendarSource): SourceState {
  return {
    name,
    publisher,
    simulated: simulatedOrigin !== undefined,
    etag: null,
    lastModified: null,
    nextAt: new Date(0),
    lastReadAt: null,
    lastItemAt: null,
    failures: 0,
    error: null,
    reads: 0,
  };
}

/**
 * Stores how a read went, when no other read was stored since it began.
 * @param before the state with which the read began
 * @returns the stored state; undefined, with nothing written, when another replica was faster
 */
export async function claimState(
  db: Pick<Database, "insert" | "update">,
  before: SourceState,
  after: SourceState,
): Promise<SourceState | undefined> {
  const next = { ...after, reads: before.reads + 1 };
  const rows =
    before.reads === 0
      ? await db.insert(calendarSources).values(next).onConflictDoNothing().returning()
      : await db
          .update(calendarSources)
          .set(next)
          .where(
            and(eq(calendarSources.name, before.name), eq(calendarSources.reads, before.reads)),
          )
          .returning();
  return rows[0];
}

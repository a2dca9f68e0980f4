/** The stored states of the sources of the calendar. */
import { and, eq, inArray } from "drizzle-orm";
import { calendarSources } from "#lib/catalysts/schema/calendar.ts";
import { newState, readStates } from "#lib/catalysts/sources/states.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { CalendarSource } from "./calendar-source.ts";

export type CalendarSourceState = typeof calendarSources.$inferSelect;

export function readCalendarSourceStates(
  db: Pick<Database, "select">,
  sources: readonly CalendarSource[],
): Promise<Map<string, CalendarSourceState>> {
  const rowsNamed = (names: readonly string[]) =>
    db.select().from(calendarSources).where(inArray(calendarSources.name, names));
  const first = (source: CalendarSource, replaced: CalendarSourceState | undefined) => ({
    ...newState(source),
    // The count goes on: a read of the source that had the name before must not be stored.
    reads: replaced?.reads ?? 0,
    leftOut: {},
  });
  return readStates({ sources, rowsNamed, first });
}

/**
 * Stores how a read went, unless another read was stored since it began.
 * @param before the state with which the read began
 * @returns the stored state; undefined, with nothing written, when another replica was faster
 */
export async function claimState(
  db: Pick<Database, "insert" | "update">,
  before: CalendarSourceState,
  after: CalendarSourceState,
): Promise<CalendarSourceState | undefined> {
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

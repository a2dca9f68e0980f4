/** Which sources are about to print a number. */
import { and, eq, gte, inArray, lte } from "drizzle-orm";
import { hasNumber } from "#lib/catalysts/calendar/parsing/kinds.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { calendarItems, calendarStatements } from "#lib/platform/db/schema/calendar.ts";

/** A source is read each second from so long before the time of a release to so long after it. */
export const FAST_BEFORE_MS = 5_000;
export const FAST_AFTER_MS = 300_000;

/** Times of awaited numbers by name of the source, Unix milliseconds. */
export type Awaited = ReadonlyMap<string, readonly number[]>;

/** Numbers that are due until `until`. A source that gives no numbers of a release prints none. */
export async function readAwaited(
  db: Pick<Database, "select">,
  { now, until }: { now: number; until: number },
): Promise<Awaited> {
  const rows = await db
    .select({ item: calendarItems, told: calendarStatements })
    .from(calendarItems)
    .innerJoin(calendarStatements, eq(calendarStatements.itemId, calendarItems.id))
    .where(
      and(
        inArray(calendarItems.status, ["scheduled", "moved"]),
        eq(calendarItems.precision, "minute"),
        gte(calendarItems.scheduledAt, now - FAST_AFTER_MS),
        lte(calendarItems.scheduledAt, until + FAST_BEFORE_MS),
      ),
    );
  const awaited = rows.filter(({ item, told: { statement } }) => {
    const { unit, forecast, previous } = statement;
    return hasNumber(item.kind, item.title) && (unit ?? forecast ?? previous) !== null;
  });
  const bySource = Map.groupBy(awaited, ({ told }) => told.source);
  return new Map(
    [...bySource].map(([source, all]) => [source, all.map(({ item }) => item.scheduledAt)]),
  );
}

export function isAwaited(awaited: Awaited, source: string, now: number): boolean {
  const times = awaited.get(source) ?? [];
  return times.some((time) => now >= time - FAST_BEFORE_MS && now < time + FAST_AFTER_MS);
}

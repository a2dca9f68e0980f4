/** Finds the sources that are about to publish a number. */
import { and, eq, gte, inArray, lte } from "drizzle-orm";
import { hasNumber } from "#lib/catalysts/calendar/parsing/kinds.ts";
import { calendarItems, calendarStatements } from "#lib/catalysts/schema/calendar.ts";
import type { Database } from "#lib/platform/db/client.ts";

/** A source is read each second from this long before a release to this long after it. */
export const FAST_BEFORE_MS = 5_000;
export const FAST_AFTER_MS = 300_000;

/** Times of awaited numbers by source name, in Unix milliseconds. */
export type Awaited = ReadonlyMap<string, readonly number[]>;

/**
 * Numbers that are due until `until`. A source that has never given a number for a release is not
 * awaited.
 */
export async function readAwaited(
  db: Pick<Database, "select">,
  { now, until }: { now: number; until: number },
): Promise<Awaited> {
  const rows = await db
    .select({ item: calendarItems, statementRow: calendarStatements })
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
  const awaited = rows.filter(({ item, statementRow: { statement } }) => {
    const { unit, forecast, previous } = statement;
    return hasNumber(item.kind, item.title) && (unit ?? forecast ?? previous) !== null;
  });
  const bySource = Map.groupBy(awaited, ({ statementRow }) => statementRow.source);
  return new Map(
    [...bySource].map(([source, all]) => [source, all.map(({ item }) => item.scheduledAt)]),
  );
}

export function isAwaited(awaited: Awaited, source: string, now: number): boolean {
  const times = awaited.get(source) ?? [];
  return times.some((time) => now >= time - FAST_BEFORE_MS && now < time + FAST_AFTER_MS);
}

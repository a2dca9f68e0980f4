/**
 * Writes the calendar pushes that are due, and cancels those of items that were moved or cancelled.
 */
import "server-only";
import { and, between, sql } from "drizzle-orm";
import { calendarItems } from "#lib/catalysts/schema/calendar.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { dueCalendarPushes, LOOKAHEAD_MS, LOOKBACK_MS } from "#lib/pushes/rules/calendar.ts";
import { pushes } from "#lib/pushes/schema/pushes.ts";
import { storePushes } from "./store-pushes.ts";

/** The condition that an item is still due at the time in its push. */
export const STILL_DUE = sql`(${calendarItems.scheduledAt} = ${pushes.scheduledAt}
  and ${calendarItems.status} in ('scheduled', 'moved', 'overdue'))`;

/** `now` is in Unix milliseconds. @returns how many were written */
export async function writeCalendarPushes(db: Database, now: number): Promise<number> {
  await db.execute(sql`
    update ${pushes} set cancelled_at = ${now}
    from ${calendarItems}
    where ${calendarItems.id} = ${pushes.itemId} and ${pushes.leavesUntil} > ${now}
      and ${pushes.cancelledAt} is null and not ${STILL_DUE}`);
  const items = await db
    .select()
    .from(calendarItems)
    .where(and(between(calendarItems.scheduledAt, now - LOOKBACK_MS, now + LOOKAHEAD_MS)))
    .orderBy(calendarItems.scheduledAt, calendarItems.id);
  const drafts = items.flatMap((item) => dueCalendarPushes(item, now));
  return drafts.length === 0 ? 0 : db.transaction((change) => storePushes(change, drafts, now));
}

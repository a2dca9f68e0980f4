/** Writes the pushes of releases that are due, and cancels those of items that were moved or cancelled. */
import "server-only";
import { and, between, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { calendarItems } from "#lib/platform/db/schema/calendar.ts";
import { pushes } from "#lib/platform/db/schema/pushes.ts";
import { dueCalendarPushes, LOOKAHEAD_MS, LOOKBACK_MS } from "#lib/pushes/rules/calendar.ts";
import { storePushes } from "./store-pushes.ts";

/** True of an item that still is due at the time that a push tells. */
export const STILL_DUE = sql`(${calendarItems.scheduledAt} = ${pushes.scheduledAt}
  and ${calendarItems.status} in ('scheduled', 'moved', 'overdue'))`;

/** `now` in Unix milliseconds. @returns how many were written */
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

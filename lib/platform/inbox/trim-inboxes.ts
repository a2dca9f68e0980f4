/** Keeps inboxes small: notices expire, and an inbox keeps its newest ones. */
import "server-only";
import { sql } from "drizzle-orm";
import { type Database, database } from "#lib/platform/db/client.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/platform/repeated-task.ts";

const EVERY_MS = 3_600_000;
export const NOTICE_KEPT_MS = 180 * 86_400_000;
export const MOST_NOTICES = 500;
/** Rows of a statement. */
const BATCH = 1_000;

/** In every replica. The result stops it, after the deletion that is under way. */
export function startTrimmingInboxes(around: TaskSurroundings): () => Promise<void> {
  const failure = "old notices could not be removed";
  return startRepeatedTask({ everyMs: EVERY_MS, run: trimInboxes, failure }, around);
}

/** Any replica may do this at any time. `now` in Unix milliseconds. */
export async function trimInboxes(now: number, signal?: AbortSignal): Promise<void> {
  const db = await database();
  await inBatches(() => removeExpired(db, now - NOTICE_KEPT_MS), signal);
  await inBatches(() => removeBeyondMost(db), signal);
}

async function inBatches(remove: () => Promise<number>, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    if ((await remove()) < BATCH) return;
  }
}

/** Skips rows that another replica has locked. @returns how many were removed */
async function removeExpired(db: Database, before: number): Promise<number> {
  const { rows } = await db.execute(sql`
    delete from ${inboxNotices} where id in (
      select id from ${inboxNotices} where created_at < ${before}
      limit ${BATCH} for update skip locked)
    returning id`);
  return rows.length;
}

/** Removes the oldest notices of inboxes with too many. @returns how many */
async function removeBeyondMost(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`
    delete from ${inboxNotices} where id in (
      select oldest.id
      from (select user_id from ${inboxNotices} group by user_id having count(*) > ${MOST_NOTICES}) as full_inbox
      cross join lateral (
        select id from ${inboxNotices} as own where own.user_id = full_inbox.user_id
        order by at desc, position desc offset ${MOST_NOTICES}
      ) as oldest
      limit ${BATCH})
    returning id`);
  return rows.length;
}

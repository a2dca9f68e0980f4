/** Keeps inboxes small: notices expire, and an inbox keeps its newest ones. */
import "server-only";
import { sql } from "drizzle-orm";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";

const EVERY_MS = 3_600_000;
export const NOTICE_KEPT_MS = 180 * 86_400_000;
export const MAX_NOTICES = 500;
/** Rows of a statement. */
const BATCH = 1_000;
/** Accounts of a statement. */
const ACCOUNTS = 500;

/** In every replica. The result stops it, after the deletion that is under way. */
export function startTrimmingInboxes(around: TaskSurroundings): () => Promise<void> {
  const failure = "old notices could not be removed";
  return startRepeatedTask({ everyMs: EVERY_MS, run: trimInboxes, failure }, around);
}

/** Any replica may do this at any time. `now` in Unix milliseconds. */
export async function trimInboxes(now: number, signal?: AbortSignal): Promise<void> {
  const db = await database();
  await inBatches(() => removeExpired(db, now - NOTICE_KEPT_MS), signal);
  await removeBeyondMost(db, signal);
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

/**
 * Removes the oldest notices of inboxes with too many, a page of accounts after the other: counting all inboxes at once takes a time
 * that grows with the service. Pushes count apart, so that many of them push nothing else out.
 */
async function removeBeyondMost(db: Database, signal?: AbortSignal): Promise<void> {
  let after = "";
  while (signal?.aborted !== true) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from ${users} where id > ${after} order by id limit ${ACCOUNTS}`);
    const last = rows.at(-1)?.id;
    if (last === undefined) return;
    for (const kind of [sql`own.type like 'push.%'`, sql`own.type not like 'push.%'`]) {
      await db.execute(sql`
        delete from ${inboxNotices} where id in (
          select id from ${inboxNotices} where id in (
            select own_id from ${users} as account
            cross join lateral (
              select own.id as own_id from ${inboxNotices} as own
              where own.user_id = account.id and ${kind}
              order by own.at desc, own.position desc offset ${MAX_NOTICES}
            ) as oldest
            where account.id > ${after} and account.id <= ${last})
          for update skip locked)`);
    }
    after = last;
  }
}

/** Adds a notice to the inbox of an account. Only `emitting` calls it, in the transaction of the cause. */
import "server-only";
import { sql } from "drizzle-orm";
import { newId } from "#lib/kernel/ids.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";

export type NewNotice = Pick<
  typeof inboxNotices.$inferInsert,
  "userId" | "dedupKey" | "type" | "at" | "createdAt" | "data"
> & { readAt: Date | null; wantsMail?: boolean };

/**
 * The lock on the account makes a concurrent deletion wait, so that a deleted account keeps no notice.
 * @returns false when the inbox has it already, or the account is deleted
 */
export async function appendNotice(
  change: Pick<Database, "execute">,
  notice: NewNotice,
): Promise<boolean> {
  const { userId, dedupKey, type, at, createdAt, data, readAt, wantsMail = false } = notice;
  const { rows } = await change.execute(sql`
    with owner as (
      select id from users where id = ${userId} and deleted_at is null for share
    )
    insert into ${inboxNotices}
      (id, user_id, dedup_key, type, at, created_at, data, read_at, wants_mail)
    select ${newId("ntc")}, id, ${dedupKey}, ${type}, ${at}::bigint, ${createdAt}::bigint,
      ${JSON.stringify(data)}::jsonb, ${readAt?.toISOString() ?? null}::timestamptz, ${wantsMail}::boolean
    from owner
    on conflict (dedup_key) do nothing
    returning id`);
  return rows.length > 0;
}

/**
 * The same for many accounts, in one statement.
 * @returns how many inboxes got it: not those that have it, nor those of deleted accounts
 */
export async function appendNotices(
  change: Pick<Database, "execute">,
  notice: Omit<NewNotice, "userId" | "dedupKey" | "readAt" | "wantsMail">,
  owners: readonly { userId: string; dedupKey: string }[],
): Promise<number> {
  const { type, at, createdAt, data } = notice;
  const wanted = owners.map(({ userId, dedupKey }) => ({ id: newId("ntc"), userId, dedupKey }));
  const { rows } = await change.execute(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json)
        as wanted (id text, "userId" text, "dedupKey" text)
    ), owner as (
      select users.id from users join wanted on users.id = wanted."userId"
      where users.deleted_at is null order by users.id for share of users
    )
    insert into ${inboxNotices}
      (id, user_id, dedup_key, type, at, created_at, data, read_at, wants_mail)
    select wanted.id, owner.id, wanted."dedupKey", ${type}, ${at}::bigint, ${createdAt}::bigint,
      ${JSON.stringify(data)}::jsonb, null, false
    from owner join wanted on wanted."userId" = owner.id order by owner.id
    on conflict (dedup_key) do nothing
    returning id`);
  return rows.length;
}

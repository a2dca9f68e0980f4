/** Adds a notice to the inbox of an account. Only `emitting` calls it, in the transaction of the cause. */
import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { newId } from "#lib/platform/ids.ts";

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

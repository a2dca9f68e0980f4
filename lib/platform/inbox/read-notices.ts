/** The notices in an inbox: pages of them, and what counts as read. */
import "server-only";
import { and, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import type { AccountEventType } from "#lib/protocol/wire/account-events.ts";

/** The notices of one account, or those of some types. */
export type Inbox = { userId: string; types?: readonly AccountEventType[] };

export type InboxNotice = typeof inboxNotices.$inferSelect;
export type InboxPage = { notices: InboxNotice[]; unread: number; next: string | null };

/** Id of a notice, and the form of a cursor: the last notice of the previous page. */
export const NOTICE_ID = /^ntc_[0-9a-f]{24}$/;

/** Newest first. A cursor of another inbox gives an empty page. */
export async function readNoticePage(
  db: Pick<Database, "select">,
  inbox: Inbox,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<InboxPage> {
  const own = isOf(inbox);
  const [{ unread } = { unread: 0 }] = await db
    .select({ unread: count() })
    .from(inboxNotices)
    .where(and(own, isNull(inboxNotices.readAt)));
  const rows = await db
    .select()
    .from(inboxNotices)
    .where(and(own, cursor === undefined ? undefined : isBehind(cursor, inbox.userId)))
    .orderBy(desc(inboxNotices.at), desc(inboxNotices.position))
    .limit(limit + 1);
  const notices = rows.slice(0, limit);
  return { notices, unread, next: rows.length > limit ? (notices.at(-1)?.id ?? null) : null };
}

/** Marks a notice and all older ones as read. Idempotent: the first time of reading is kept. @throws NOTICE_NOT_FOUND */
export async function markNoticesRead(
  db: Pick<Database, "select" | "update">,
  inbox: Inbox,
  { upTo, now }: { upTo: string; now: number },
): Promise<void> {
  const { id, at, position, readAt } = inboxNotices;
  const own = isOf(inbox);
  const [last] = await db
    .select({ at, position })
    .from(inboxNotices)
    .where(and(eq(id, upTo), own));
  if (last === undefined) throw new ServiceError("NOTICE_NOT_FOUND");
  await db
    .update(inboxNotices)
    .set({ readAt: new Date(now) })
    .where(and(own, isNull(readAt), sql`(${at}, ${position}) <= (${last.at}, ${last.position})`));
}

function isOf({ userId, types }: Inbox): SQL | undefined {
  const ofTypes = types === undefined ? undefined : inArray(inboxNotices.type, [...types]);
  return and(eq(inboxNotices.userId, userId), ofTypes);
}

function isBehind(cursor: string, userId: string): SQL {
  const { at, position } = inboxNotices;
  return sql`(${at}, ${position}) < (
    select last.at, last.position from ${inboxNotices} as last where last.id = ${cursor} and last.user_id = ${userId})`;
}

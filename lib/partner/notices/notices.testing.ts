/** For tests: notices of partners as rows of the inbox. */
import { createHash } from "node:crypto";
import { asc } from "drizzle-orm";
import { newId } from "#lib/kernel/ids.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import type { NoticeKind } from "#lib/protocol/partner/enumerations.ts";
import { noticeKindOf } from "./notice-types.ts";

type Row = typeof inboxNotices.$inferInsert;

/** Adds a notice, by default of level 2 without mail. @returns its id */
export async function notifyPartner(
  db: Database,
  userId: string,
  { kind, ...notice }: Partial<Row> & Pick<Row, "at"> & { kind?: NoticeKind },
): Promise<string> {
  const id = newId("ntc");
  await db.insert(inboxNotices).values({
    id,
    userId,
    dedupKey: createHash("sha256").update(id).digest("hex"),
    type: `partner.${kind ?? "level_up"}`,
    createdAt: notice.at,
    data: { from: 1, to: 2, share_percent: 12 },
    wantsMail: false,
    ...notice,
  });
  return id;
}

/** All notices in the order in which they were written. */
export async function noticeRows(db: Database) {
  const rows = await db.select().from(inboxNotices).orderBy(asc(inboxNotices.position));
  return rows.map(({ type, ...row }) => ({ ...row, kind: noticeKindOf(type) }));
}

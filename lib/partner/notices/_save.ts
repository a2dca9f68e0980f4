/** Emits notices and moves the mark, in one transaction. */
import { and, eq, sql } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import { partnerNoticeMarks, partners } from "#lib/partner/schema/partner.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { type Draft, decide, NEWS_MS } from "./_draft.ts";

export type Mark = typeof partnerNoticeMarks.$inferSelect;

type Saving = {
  /** The mark as it was read, and the new one. */
  before: Mark;
  mark: Mark;
  drafts: readonly Draft[];
  now: number;
};

/** @returns how many notices were written; undefined when the mark is no longer where it was read */
export async function save(
  db: Database,
  { before, mark, drafts, now }: Saving,
): Promise<number | undefined> {
  const { partnerId } = mark;
  const { userId, canMail } = await ownerOf(db, partnerId);
  const { notices, sent } = decide(drafts, mark.levelSince, { now, sent: before.told, canMail });
  return emitting(db, async (change, emit) => {
    if (!(await moveMark(change, before, { ...mark, told: sent }))) return undefined;
    let written = 0;
    for (const { key, kind, at, data, wantsMail } of notices) {
      const event = { type: `partner.${kind}`, userId, subject: partnerId, version: key } as const;
      const isRead = isHistory(before, at, now);
      if (await emit({ ...event, at, now, data, wantsMail, isRead })) written += 1;
    }
    return written;
  });
}

/** Old events that the first run finds are listed, but count as read. */
function isHistory({ checkedUntil }: Mark, at: number, now: number): boolean {
  return checkedUntil === null && now - at > NEWS_MS;
}

/** Inserts or moves the mark, only from where it was read. */
async function moveMark(
  change: Pick<Database, "insert">,
  before: Mark,
  mark: Mark,
): Promise<boolean> {
  const { partnerId, seq, checkedUntil } = partnerNoticeMarks;
  const moved = await change
    .insert(partnerNoticeMarks)
    .values(mark)
    .onConflictDoUpdate({
      target: partnerId,
      set: mark,
      setWhere: sql`${seq} = ${before.seq} and ${checkedUntil} is not distinct from ${before.checkedUntil}::bigint`,
    })
    .returning({ partnerId });
  return moved.length > 0;
}

/** `canMail`: the partner wants mail and has an address. */
async function ownerOf(
  db: Database,
  partnerId: string,
): Promise<{ userId: string; canMail: boolean }> {
  const [owner] = await db
    .select({ userId: partners.userId, wanted: partners.mailNotices, mailbox: identities.id })
    .from(partners)
    .leftJoin(identities, and(eq(identities.userId, partners.userId), eq(identities.kind, "email")))
    .where(eq(partners.id, partnerId))
    .limit(1);
  if (owner === undefined) throw new Error(`There is no partner ${partnerId}.`);
  return { userId: owner.userId, canMail: owner.wanted && owner.mailbox !== null };
}

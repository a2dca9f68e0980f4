/** Writes notices and moves the mark, in one transaction. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#lib/platform/db/client.ts";
import { identities } from "#lib/platform/db/schema/identity.ts";
import { partnerNoticeMarks, partnerNotices, partners } from "#lib/platform/db/schema/partner.ts";
import { newId } from "#lib/platform/ids.ts";
import { NOTICE_KINDS } from "#lib/protocol/partner/partner-reads.ts";
import { type Draft, decide, NEWS_MS, type SentNotices, subjectOf } from "./_draft.ts";

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
  const told = await sentNotices(db, partnerId, now);
  const canMail = await hasMailbox(db, partnerId);
  const notices = decide(drafts, mark.levelSince, { now, told, canMail });
  const rows = notices.map(({ key, kind, at, data, wantsMail }) => {
    const readAt = isHistory(before, at, now) ? new Date(now) : null;
    return { id: newId("ntc"), partnerId, key, kind, at, data, wantsMail, readAt };
  });
  return db.transaction(async (change) => {
    if (!(await moveMark(change, before, mark))) return undefined;
    if (rows.length === 0) return 0;
    const added = await change
      .insert(partnerNotices)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: partnerNotices.id });
    return added.length;
  });
}

/** Old events that the first run finds are listed, but count as read. */
function isHistory({ lookedUntil }: Mark, at: number, now: number): boolean {
  return lookedUntil === null && now - at > NEWS_MS;
}

/** Inserts or moves the mark, only from where it was read. */
async function moveMark(
  change: Pick<Database, "insert">,
  before: Mark,
  mark: Mark,
): Promise<boolean> {
  const { partnerId, seq, lookedUntil } = partnerNoticeMarks;
  const moved = await change
    .insert(partnerNoticeMarks)
    .values(mark)
    .onConflictDoUpdate({
      target: partnerId,
      set: mark,
      setWhere: sql`${seq} = ${before.seq} and ${lookedUntil} is not distinct from ${before.lookedUntil}::bigint`,
    })
    .returning({ partnerId });
  return moved.length > 0;
}

/** The partner wants mail and has an address. */
async function hasMailbox(db: Database, partnerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: partners.id })
    .from(partners)
    .innerJoin(identities, eq(identities.userId, partners.userId))
    .where(
      and(eq(partners.id, partnerId), eq(partners.mailNotices, true), eq(identities.kind, "email")),
    )
    .limit(1);
  return rows.length > 0;
}

const LastNotices = z.object({
  kind: z.enum(NOTICE_KINDS),
  from: z.string().nullable(),
  to: z.string().nullable(),
  told: z.string().transform(Number),
  mailed: z
    .string()
    .nullable()
    .transform((at) => Number(at ?? 0)),
});

/** The last notices within the time that limits repetitions. */
async function sentNotices(db: Database, partnerId: string, now: number): Promise<SentNotices> {
  const { rows } = await db.execute(sql`
    select kind, data->>'from' as "from", data->>'to' as "to", max(at)::text as told, (max(at) filter (where wants_mail))::text as mailed
    from partner_notices where partner_id = ${partnerId} and at > ${now - 3 * NEWS_MS} group by 1, 2, 3`);
  const told = new Map<string, { told: number; mailed: number }>();
  for (const row of rows) {
    const { kind, from, to, ...times } = LastNotices.parse(row);
    const subject = subjectOf({ kind, level: Number(kind.startsWith("level_falls") ? from : to) });
    const known = told.get(subject) ?? { told: 0, mailed: 0 };
    told.set(subject, {
      told: Math.max(known.told, times.told),
      mailed: Math.max(known.mailed, times.mailed),
    });
  }
  return told;
}

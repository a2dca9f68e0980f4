/** The notices of a partner. */
import "server-only";
import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isoTime } from "#lib/partner/ledger/line.ts";
import { type Partner, requirePartner } from "#lib/partner/profile/partner.ts";
import { limitParameter } from "#lib/partner/reads/query.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { partnerNotices, partners } from "#lib/platform/db/schema/partner.ts";
import type { NoticePage, PartnerNotice } from "#lib/protocol/partner/partner-reads.ts";

const USUAL = 50;

export const NoticesQuery = z.strictObject({
  limit: limitParameter(USUAL),
  /** The last notice of the previous page. */
  cursor: z
    .string()
    .regex(/^ntc_[0-9a-f]{24}$/, "must be the next of the page before")
    .optional(),
});

type Call = {
  ctx: { actor: SessionActor };
  input: { query: z.output<typeof NoticesQuery> };
};

/**
 * Newest first. `locale`: the page's language, if given, which mails use from now on.
 * @throws NOT_A_PARTNER
 */
export async function readNotices(
  { ctx, input }: Call,
  locale: Partner["locale"] = null,
): Promise<NoticePage> {
  const { db, partner } = await requirePartner(ctx.actor);
  if (locale !== null && locale !== partner.locale)
    await db.update(partners).set({ locale }).where(eq(partners.id, partner.id));
  const { limit, cursor } = input.query;
  const own = eq(partnerNotices.partnerId, partner.id);
  const [{ unread } = { unread: 0 }] = await db
    .select({ unread: count() })
    .from(partnerNotices)
    .where(and(own, isNull(partnerNotices.readAt)));
  const rows = await pageOf(db, and(own, cursor === undefined ? undefined : behind(cursor)), limit);
  const page = rows.slice(0, limit);
  return {
    results: page.map(noticeOf),
    unread,
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

type Row = typeof partnerNotices.$inferSelect;

function pageOf(db: Database, which: SQL | undefined, limit: number): Promise<Row[]> {
  return db
    .select()
    .from(partnerNotices)
    .where(which)
    .orderBy(desc(partnerNotices.at), desc(partnerNotices.position))
    .limit(limit + 1);
}

/** A cursor of another partner's notice gives an empty page. */
function behind(cursor: string): SQL {
  const { at, position, partnerId } = partnerNotices;
  return sql`(${at}, ${position}) < (
    select last.at, last.position from partner_notices last where last.id = ${cursor} and last.partner_id = ${partnerId})`;
}

function noticeOf({ id, kind, at, data, readAt }: Row): PartnerNotice {
  return { id, kind, at: isoTime(at), data, read_at: readAt?.toISOString() ?? null };
}

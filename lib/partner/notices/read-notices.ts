/** The notices of a partner. */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { type Partner, requirePartner } from "#lib/partner/profile/partner.ts";
import { limitParameter } from "#lib/partner/reads/query.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type InboxNotice, NOTICE_ID, readNoticePage } from "#lib/platform/inbox/read-notices.ts";
import type { NoticePage, PartnerNotice } from "#lib/protocol/wire/partner.ts";
import { noticeKindOf, PARTNER_NOTICE_TYPES } from "./notice-types.ts";

const USUAL = 50;

export const NoticesQuery = z.strictObject({
  limit: limitParameter(USUAL),
  /** The last notice of the previous page. */
  cursor: z.string().regex(NOTICE_ID, "must be the next of the page before").optional(),
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
  const inbox = { userId: partner.userId, types: PARTNER_NOTICE_TYPES };
  const { notices, unread, next } = await readNoticePage(db, inbox, input.query);
  return { results: notices.map(noticeOf), unread, next };
}

function noticeOf({ id, type, at, data, readAt }: InboxNotice): PartnerNotice {
  const read_at = readAt?.toISOString() ?? null;
  return { id, kind: noticeKindOf(type), at: isoTime(at), data, read_at };
}

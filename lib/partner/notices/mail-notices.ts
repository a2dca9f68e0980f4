/** Mails notices to partners who want them. */
import "server-only";
import { and, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { mailWaiting, type NoticeMailContext } from "#lib/identity/inbox/mail-waiting.ts";
import { partnerNoticeMail } from "#lib/partner/notices/texts/partner-notice.ts";
import { partners } from "#lib/partner/schema/partner.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { NEWS_MS, WARNINGS } from "./_draft.ts";
import { noticeKindOf, PARTNER_NOTICE_TYPES } from "./notice-types.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

/** @returns how many notices were sent */
export function mailNotices(ctx: NoticeMailContext): Promise<number> {
  return mailWaiting(
    {
      types: PARTNER_NOTICE_TYPES,
      isOver: isOver(ctx.now),
      write: (db, notice) => write(db, notice, ctx.baseUrl),
      failure: "a notice of the partner programme was not sent",
    },
    ctx,
  );
}

/** Old ones, falls that have happened, and notices of partners who have switched mails off since. */
function isOver(now: number): SQL | undefined {
  const { type, at, data, userId } = inboxNotices;
  const warnings = WARNINGS.map(({ kind }) => `partner.${kind}`);
  return or(
    lte(at, now - NEWS_MS),
    and(inArray(type, warnings), sql`${data}->>'at' <= ${new Date(now).toISOString()}`),
    sql`exists (select 1 from partners p where p.user_id = ${userId} and not p.mail_notices)`,
  );
}

async function write(
  db: Database,
  { type, data, userId }: InboxNotice,
  baseUrl: string,
): Promise<Omit<Mail, "to"> | undefined> {
  const [partner] = await db.select().from(partners).where(eq(partners.userId, userId));
  if (partner === undefined) return undefined;
  const unsubscribeUrl = `${baseUrl}/unsubscribe/${unsubscribeToken(partner.id)}`;
  const kind = noticeKindOf(type);
  const locale = partner.locale ?? "en";
  const text = partnerNoticeMail({ kind, data, locale, baseUrl, unsubscribeUrl });
  return { ...text, unsubscribeUrl };
}

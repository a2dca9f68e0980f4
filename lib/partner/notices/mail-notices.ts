/** Mails notices to partners who want them. */
import "server-only";
import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type Database, database } from "#lib/platform/db/client.ts";
import { identities } from "#lib/platform/db/schema/identity.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { partners } from "#lib/platform/db/schema/partner.ts";
import type { Logger } from "#lib/platform/log.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { partnerNoticeMail } from "#lib/platform/mail/texts/partner-notice.ts";
import { NEWS_MS, WARNINGS } from "./_draft.ts";
import { noticeKindOf, PARTNER_NOTICE_TYPES } from "./notice-types.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

export type NoticeMailContext = {
  /** Unix milliseconds. */
  now: number;
  /** The app's address, for the link. */
  baseUrl: string;
  /** Rejects when the mail was not accepted. */
  sendMail: (mail: Mail) => Promise<unknown>;
  log: Pick<Logger, "warn">;
  /** Once it is aborted no further notice is sent: the others are left to the next run or another replica. */
  signal?: AbortSignal;
};

type Notice = typeof inboxNotices.$inferSelect;
type Waiting = { notice: Notice; partner: typeof partners.$inferSelect };

/** Notices of one read. */
const PAGE = 100;

/**
 * Sends each notice once: the replica that marks it as mailed sends it. When no address accepted it, it waits for the next run; notices
 * that are old by then, or that announce a fall that has happened, are not sent.
 * @returns how many notices were sent
 */
export async function mailNotices(ctx: NoticeMailContext): Promise<number> {
  const db = await database();
  await giveUp(db, ctx.now);
  let sent = 0;
  let after = 0;
  for (;;) {
    const waiting = await waitingAfter(db, after);
    for (const one of waiting) {
      if (ctx.signal?.aborted === true) return sent;
      if (await mail(db, one, ctx)) sent += 1;
    }
    after = waiting.at(-1)?.notice.position ?? after;
    if (waiting.length < PAGE) return sent;
  }
}

const isWaiting = (): SQL | undefined =>
  and(
    inArray(inboxNotices.type, [...PARTNER_NOTICE_TYPES]),
    eq(inboxNotices.wantsMail, true),
    isNull(inboxNotices.mailedAt),
  );

/** Includes notices of partners who have switched mails off since. */
async function giveUp(db: Database, now: number): Promise<void> {
  const { type, at, data, userId } = inboxNotices;
  const warnings = WARNINGS.map(({ kind }) => `partner.${kind}`);
  await db
    .update(inboxNotices)
    .set({ wantsMail: false })
    .where(
      and(
        isWaiting(),
        or(
          lte(at, now - NEWS_MS),
          and(inArray(type, warnings), sql`${data}->>'at' <= ${new Date(now).toISOString()}`),
          sql`exists (select 1 from partners p where p.user_id = ${userId} and not p.mail_notices)`,
        ),
      ),
    );
}

function waitingAfter(db: Database, after: number): Promise<Waiting[]> {
  return db
    .select({ notice: inboxNotices, partner: partners })
    .from(inboxNotices)
    .innerJoin(partners, eq(partners.userId, inboxNotices.userId))
    .where(and(isWaiting(), sql`${inboxNotices.position} > ${after}`))
    .orderBy(asc(inboxNotices.position))
    .limit(PAGE);
}

async function mail(
  db: Database,
  { notice, partner }: Waiting,
  ctx: NoticeMailContext,
): Promise<boolean> {
  if (!(await claim(db, notice, ctx.now))) return false;
  const owners = await db
    .select({ to: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, partner.userId), eq(identities.kind, "email")));
  const locale = partner.locale ?? "en";
  const kind = noticeKindOf(notice.type);
  const { baseUrl } = ctx;
  const unsubscribeUrl = `${baseUrl}/unsubscribe/${unsubscribeToken(partner.id)}`;
  const message = {
    ...partnerNoticeMail({ kind, data: notice.data, locale, baseUrl, unsubscribeUrl }),
    unsubscribeUrl,
  };
  const sent = await Promise.allSettled(owners.map(({ to }) => ctx.sendMail({ to, ...message })));
  const failed = sent.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    const what = { err: failed.reason as unknown, noticeId: notice.id };
    ctx.log.warn(what, "a notice of the partner programme was not sent");
  }
  if (sent.some(({ status }) => status === "fulfilled")) return true;
  await db
    .update(inboxNotices)
    .set(owners.length === 0 ? { wantsMail: false, mailedAt: null } : { mailedAt: null })
    .where(eq(inboxNotices.id, notice.id));
  return false;
}

/** True in exactly one replica. */
async function claim(db: Database, { id }: Notice, now: number): Promise<boolean> {
  const claimed = await db
    .update(inboxNotices)
    .set({ mailedAt: new Date(now) })
    .where(and(eq(inboxNotices.id, id), isWaiting()))
    .returning({ id: inboxNotices.id });
  return claimed.length > 0;
}

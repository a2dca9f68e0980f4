/** Mails notices that want it: each once, in the order of their emission, to every address of its account. */
import "server-only";
import { and, asc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import type { AccountEventType } from "#lib/protocol/wire/account-events.ts";

export type NoticeMailContext = {
  /** Unix milliseconds. */
  now: number;
  /** The app's address, for the links. */
  baseUrl: string;
  /** Rejects when the mail was not accepted. */
  sendMail: (mail: Mail) => Promise<unknown>;
  log: Pick<Logger, "warn">;
  /** Once it is aborted no further notice is sent: the others are left to the next run or another replica. */
  signal?: AbortSignal;
};

/** The notices of a domain. */
type Mailing = {
  types: readonly AccountEventType[];
  /** Which of them are no news any more, and are not mailed. */
  isOver: SQL | undefined;
  /** `undefined`: what it is about is gone, and it is not mailed. */
  write: (db: Database, notice: InboxNotice) => Promise<Omit<Mail, "to"> | undefined>;
  /** Log text of a mail that was not accepted. */
  failure: string;
  /** Without them, a mail that was not accepted is tried in every run. */
  retries?: MailRetries;
};

/** Notices of one read. */
const PAGE = 100;

/**
 * The replica that marks a notice as mailed sends it. When no address accepted it, it waits for a later run.
 * @returns how many notices were sent
 */
export async function mailWaiting(mailing: Mailing, ctx: NoticeMailContext): Promise<number> {
  const db = await database();
  const isWaiting = and(
    inArray(inboxNotices.type, [...mailing.types]),
    eq(inboxNotices.wantsMail, true),
    isNull(inboxNotices.mailedAt),
  );
  await db.update(inboxNotices).set({ wantsMail: false }).where(and(isWaiting, mailing.isOver));
  let sent = 0;
  let after = 0;
  for (;;) {
    const waiting = await db
      .select()
      .from(inboxNotices)
      .where(and(isWaiting, gt(inboxNotices.position, after)))
      .orderBy(asc(inboxNotices.position))
      .limit(PAGE);
    for (const notice of waiting) {
      if (ctx.signal?.aborted === true) return sent;
      if (mailing.retries?.mayTry(notice.id, ctx.now) === false) continue;
      if (!(await claim(db, and(eq(inboxNotices.id, notice.id), isWaiting), ctx.now))) continue;
      if (await mail(db, notice, { ...ctx, ...mailing })) sent += 1;
    }
    after = waiting.at(-1)?.position ?? after;
    if (waiting.length < PAGE) return sent;
  }
}

/** True in exactly one replica. */
async function claim(db: Database, which: SQL | undefined, now: number): Promise<boolean> {
  const claimed = await db
    .update(inboxNotices)
    .set({ mailedAt: new Date(now) })
    .where(which)
    .returning({ id: inboxNotices.id });
  return claimed.length > 0;
}

async function mail(
  db: Database,
  notice: InboxNotice,
  { write, failure, sendMail, log, retries, now }: Mailing & NoticeMailContext,
): Promise<boolean> {
  const owners = await db
    .select({ to: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, notice.userId), eq(identities.kind, "email")));
  const message = await write(db, notice);
  const mails = message === undefined ? [] : owners.map(({ to }) => ({ to, ...message }));
  const sent = await Promise.allSettled(mails.map((one) => sendMail(one)));
  const failed = sent.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    log.warn({ err: failed.reason as unknown, noticeId: notice.id }, failure);
  }
  if (sent.some(({ status }) => status === "fulfilled")) return true;
  const isTriedAgain =
    failed !== undefined && retries?.note(notice.id, failed.reason, now) !== false;
  await db
    .update(inboxNotices)
    .set({ wantsMail: isTriedAgain, mailedAt: null })
    .where(eq(inboxNotices.id, notice.id));
  return false;
}

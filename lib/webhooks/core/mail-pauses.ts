/** Tells owners by mail that a webhook was paused (spec 3, "Webhook": the registered contact). In every replica. */
import "server-only";
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { type Database, database } from "#lib/platform/db/client.ts";
import { identities } from "#lib/platform/db/schema/identity.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import type { Logger } from "#lib/platform/log.ts";
import { escapeHtml } from "#lib/platform/mail/escape-html.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { type RepeatedTask, startRepeatedTask } from "#lib/platform/repeated-task.ts";
import type { Timers } from "#lib/platform/timers.ts";

type MailContext = {
  /** The app's address, for the link. */
  baseUrl: string;
  /** Rejects when the mail was not accepted. */
  sendMail: (mail: Mail) => Promise<unknown>;
  log: Pick<Logger, "warn">;
};

type Notice = typeof inboxNotices.$inferSelect;

const EVERY_MS = 30_000;
/** Notices of one run. */
const MOST = 100;
/** A pause that is older is no news any more: its owner finds it in the inbox. */
const NEWS_MS = 86_400_000;

export function startPauseMails({
  timers,
  ...ctx
}: MailContext & { timers: Timers }): () => Promise<void> {
  const task: RepeatedTask = {
    everyMs: EVERY_MS,
    run: (now, signal) => mailPauses(ctx, now, signal),
    failure: "pauses of webhooks that are to be mailed could not be read",
  };
  return startRepeatedTask(task, { timers, log: ctx.log });
}

/**
 * Sends each notice once: the replica that marks it as mailed sends it. When no address accepted it, it waits for the next run.
 * @returns how many notices were sent
 */
export async function mailPauses(
  ctx: MailContext,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const db = await database();
  await db
    .update(inboxNotices)
    .set({ wantsMail: false })
    .where(and(isWaiting(), lte(inboxNotices.at, now - NEWS_MS)));
  const waiting = await db
    .select()
    .from(inboxNotices)
    .where(isWaiting())
    .orderBy(asc(inboxNotices.position))
    .limit(MOST);
  let sent = 0;
  for (const notice of waiting) {
    if (signal?.aborted === true) return sent;
    if (await mail(db, notice, { ...ctx, now })) sent += 1;
  }
  return sent;
}

function isWaiting() {
  return and(
    eq(inboxNotices.type, "webhook.paused"),
    eq(inboxNotices.wantsMail, true),
    isNull(inboxNotices.mailedAt),
  );
}

async function mail(
  db: Database,
  notice: Notice,
  { now, baseUrl, sendMail, log }: MailContext & { now: number },
): Promise<boolean> {
  const claimed = await db
    .update(inboxNotices)
    .set({ mailedAt: new Date(now) })
    .where(and(eq(inboxNotices.id, notice.id), isWaiting()))
    .returning({ id: inboxNotices.id });
  if (claimed.length === 0) return false;
  const owners = await db
    .select({ to: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, notice.userId), eq(identities.kind, "email")));
  const message = pauseMail(notice.data, baseUrl);
  const sent = await Promise.allSettled(owners.map(({ to }) => sendMail({ to, ...message })));
  const failed = sent.find((one) => one.status === "rejected");
  if (failed !== undefined) {
    const what = { err: failed.reason as unknown, noticeId: notice.id };
    log.warn(what, "the pause of a webhook was not mailed");
  }
  if (sent.some(({ status }) => status === "fulfilled")) return true;
  await db
    .update(inboxNotices)
    .set(owners.length === 0 ? { wantsMail: false, mailedAt: null } : { mailedAt: null })
    .where(eq(inboxNotices.id, notice.id));
  return false;
}

/** It has the origin only: a path may contain a token of the receiver. */
function pauseMail(data: Notice["data"], baseUrl: string): Omit<Mail, "to"> {
  const said = (name: string) => String(data[name] ?? "");
  const lines = [
    `Your webhook at ${said("origin")} is paused: a delivery failed seven times, the last time with ${said("last_error")}.`,
    `Webhook: ${said("webhook_id")}`,
    `Delivery: ${said("delivery_id")}`,
    "Nothing is lost. Events wait and are sent, the oldest first, after you resume the webhook.",
  ];
  const page = `${baseUrl}/developers`;
  return {
    subject: `Your webhook at ${said("origin")} is paused`,
    text: [...lines, page].join("\n\n"),
    html: `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}<p><a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`,
  };
}

/** Mails price alerts that fired to users who chose it, each once. Runs in every replica. */
import "server-only";
import { lt } from "drizzle-orm";
import { mailWaiting, type NoticeMailContext } from "#lib/identity/inbox/mail-waiting.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { AlertPush } from "#lib/protocol/wire/pushes.ts";
import { toPreferences } from "#lib/pushes/manage/preferences.ts";
import { alertMail } from "./texts/alert-mail.ts";

const EVERY_MS = 3_000;
/** An older price is not mailed. */
const MAILED_FOR_MS = HOUR_MS;

type MailContext = Omit<NoticeMailContext, "now"> &
  Pick<TaskSurroundings, "timers"> & { retries: MailRetries };

export function startAlertMails(
  ctx: Omit<MailContext, "retries"> & TaskSurroundings,
): () => Promise<void> {
  const retries = new MailRetries();
  const task = {
    everyMs: EVERY_MS,
    run: (_now: number, signal: AbortSignal) => mailAlerts({ ...ctx, retries, signal }),
    failure: "price alerts that are to be mailed could not be read",
  };
  return startRepeatedTask(task, ctx);
}

/** @returns how many notices were sent */
export function mailAlerts(ctx: MailContext): Promise<number> {
  const { timers, baseUrl, retries } = ctx;
  const now = timers.now();
  return mailWaiting(
    {
      types: ["push.alert"],
      isOver: lt(inboxNotices.createdAt, now - MAILED_FOR_MS),
      write: (db, notice) => write(db, notice, baseUrl),
      failure: "a price alert was not mailed",
      retries,
    },
    { ...ctx, now },
  );
}

async function write(
  db: Database,
  { userId, data }: InboxNotice,
  baseUrl: string,
): Promise<Omit<Mail, "to"> | undefined> {
  const { locale, time_zone: timeZone, mail } = await toPreferences(db, userId);
  // The user switched mails off meanwhile.
  if (!mail.includes("alert")) return undefined;
  return alertMail({ alert: data as AlertPush, locale, timeZone, baseUrl });
}

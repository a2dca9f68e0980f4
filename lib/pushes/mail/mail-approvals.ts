/**
 * Mails users who chose it that an order waits: once, and only while the order can still be
 * decided. Runs in every replica.
 */
import "server-only";
import { not, sql } from "drizzle-orm";
import { mailWaiting, type NoticeMailContext } from "#lib/identity/inbox/mail-waiting.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { isOpenOrder } from "#lib/machines/proposals/open-order.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import type { ApprovalPush } from "#lib/protocol/wire/pushes.ts";
import { approvalMail } from "#lib/pushes/mail/texts/approval-mail.ts";
import { toPreferences } from "#lib/pushes/manage/preferences.ts";

/** Short, because an order waits for only five minutes. */
const EVERY_MS = 3_000;

type MailContext = Omit<NoticeMailContext, "now"> &
  Pick<TaskSurroundings, "timers"> & { retries: MailRetries };

export function startApprovalMails(
  ctx: Omit<MailContext, "retries"> & TaskSurroundings,
): () => Promise<void> {
  const retries = new MailRetries();
  const task = {
    everyMs: EVERY_MS,
    run: (_now: number, signal: AbortSignal) => mailApprovals({ ...ctx, retries, signal }),
    failure: "waiting orders that are to be mailed could not be read",
  };
  return startRepeatedTask(task, ctx);
}

/** @returns how many notices were sent */
export function mailApprovals(ctx: MailContext): Promise<number> {
  const { timers, baseUrl, retries } = ctx;
  const now = timers.now();
  const order = sql`${inboxNotices.data} ->> 'staged_order_id'`;
  return mailWaiting(
    {
      types: ["push.approval"],
      isOver: not(isOpenOrder(order, now)),
      // Checked again before each mail, because the mail server may have been slow.
      write: (db, notice) => write(db, notice, { baseUrl, now: timers.now() }),
      failure: "a waiting order was not mailed",
      retries,
    },
    { ...ctx, now },
  );
}

/** `undefined` when the order can no longer be decided. */
async function write(
  db: Database,
  { userId, data }: InboxNotice,
  { baseUrl, now }: { baseUrl: string; now: number },
): Promise<Omit<Mail, "to"> | undefined> {
  const order = data as ApprovalPush;
  const { rows } = await db.execute(
    sql`select where ${isOpenOrder(sql`${order.staged_order_id}::text`, now)}`,
  );
  if (rows.length === 0) return undefined;
  const { locale, time_zone: timeZone, mail } = await toPreferences(db, userId);
  // The user switched mails off meanwhile.
  if (!mail.includes("approval")) return undefined;
  return approvalMail({ order, locale, timeZone, baseUrl });
}

/** Mails that an order waits, to those who have chosen it: once, and only while the order can still be decided. In every replica. */
import "server-only";
import { not, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { isOpenOrder } from "#lib/platform/db/open-order.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import { mailWaiting, type NoticeMailContext } from "#lib/platform/inbox/mail-waiting.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { approvalMail } from "#lib/platform/mail/texts/approval-mail.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/platform/repeated-task.ts";
import type { ApprovalPush } from "#lib/protocol/wire/pushes.ts";
import { preferencesOf } from "#lib/pushes/manage/preferences.ts";

/** Short, because an order waits for five minutes only. */
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
      // Asked again behind the mails before it: a server may answer slowly.
      write: (db, notice) => write(db, notice, { baseUrl, now: timers.now() }),
      failure: "a waiting order was not mailed",
      retries,
    },
    { ...ctx, now },
  );
}

/** `undefined` once the order cannot be decided any more. */
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
  const { locale, time_zone: timeZone, mail } = await preferencesOf(db, userId);
  // Switched off since.
  if (!mail.includes("approval")) return undefined;
  return approvalMail({ order, locale, timeZone, baseUrl });
}

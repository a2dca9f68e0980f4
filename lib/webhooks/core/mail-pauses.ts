/** Mails owners that a webhook was paused. Runs in every replica. */
import "server-only";
import { eq, lte } from "drizzle-orm";
import { mailWaiting, type NoticeMailContext } from "#lib/identity/inbox/mail-waiting.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { webhookPausedMail } from "#lib/webhooks/core/texts/webhook-paused.ts";

const EVERY_MS = 30_000;
/** An older pause gets no mail, because its owner finds it in the inbox. */
const NEWS_MS = 86_400_000;

type MailContext = Omit<NoticeMailContext, "now" | "signal">;

export function startPauseMails(ctx: MailContext & TaskSurroundings): () => Promise<void> {
  const task = {
    everyMs: EVERY_MS,
    run: (now: number, signal: AbortSignal) => mailPauses({ ...ctx, now, signal }),
    failure: "pauses of webhooks that are to be mailed could not be read",
  };
  return startRepeatedTask(task, ctx);
}

/** @returns how many notices were sent */
export function mailPauses(ctx: NoticeMailContext): Promise<number> {
  return mailWaiting(
    {
      types: ["webhook.paused"],
      isOver: lte(inboxNotices.at, ctx.now - NEWS_MS),
      write: (db, notice) => write(db, notice, ctx.baseUrl),
      failure: "the pause of a webhook was not mailed",
    },
    ctx,
  );
}

/** In the language in which the webhook was registered. A deleted webhook gets no mail. */
async function write(
  db: Database,
  { data }: InboxNotice,
  baseUrl: string,
): Promise<Omit<Mail, "to"> | undefined> {
  const [webhook] = await db
    .select({ locale: webhooks.locale })
    .from(webhooks)
    .where(eq(webhooks.id, String(data["webhook_id"])));
  return webhook && webhookPausedMail({ data, locale: webhook.locale ?? "en", baseUrl });
}

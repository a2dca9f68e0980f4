/** Tells owners by mail that a webhook was paused (spec 3, "Webhook": the registered contact). In every replica. */
import "server-only";
import { eq, lte } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { mailWaiting, type NoticeMailContext } from "#lib/platform/inbox/mail-waiting.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { webhookPausedMail } from "#lib/platform/mail/texts/webhook-paused.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/platform/repeated-task.ts";

const EVERY_MS = 30_000;
/** A pause that is older is no news any more: its owner finds it in the inbox. */
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

/** In the language of its registration. A webhook that was deleted since needs no mail. */
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

/** Tells owners by mail that a webhook was paused (spec 3, "Webhook": the registered contact). In every replica. */
import "server-only";
import { lte } from "drizzle-orm";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { mailWaiting, type NoticeMailContext } from "#lib/platform/inbox/mail-waiting.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import { escapeHtml } from "#lib/platform/mail/escape-html.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
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
      write: async (_db, { data }) => pauseMail(data, ctx.baseUrl),
      failure: "the pause of a webhook was not mailed",
    },
    ctx,
  );
}

/** It has the origin only: a path may contain a token of the receiver. */
function pauseMail(data: InboxNotice["data"], baseUrl: string): Omit<Mail, "to"> {
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

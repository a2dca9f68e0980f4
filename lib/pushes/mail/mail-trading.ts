/**
 * Mails what happened in a user's trading accounts: once, to users who did not switch it off. Runs
 * in every replica.
 */
import "server-only";
import { lt } from "drizzle-orm";
import { mailWaiting, type NoticeMailContext } from "#lib/identity/inbox/mail-waiting.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MailRetries } from "#lib/platform/inbox/mail-retries.ts";
import type { InboxNotice } from "#lib/platform/inbox/read-notices.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import { tradingMail } from "#lib/pushes/mail/texts/trading-mail.ts";
import { toPreferences } from "#lib/pushes/manage/preferences.ts";
import { kindOfEvent } from "#lib/pushes/rules/trading-kinds.ts";

const EVERY_MS = 5_000;
/** Older news is in the inbox only. */
const MAILED_FOR_MS = DAY_MS;
/** A warning may be wrong by then. */
const WARNED_FOR_MS = HOUR_MS;

type MailContext = NoticeMailContext & { retries: MailRetries };

export function startTradingMails(
  ctx: Omit<MailContext, "retries" | "now"> & TaskSurroundings,
): () => Promise<void> {
  const retries = new MailRetries();
  const task = {
    everyMs: EVERY_MS,
    run: (now: number, signal: AbortSignal) => mailTrading({ ...ctx, now, retries, signal }),
    failure: "notices of trading that are to be mailed could not be read",
  };
  return startRepeatedTask(task, ctx);
}

/** @returns how many notices were sent */
export function mailTrading(ctx: MailContext): Promise<number> {
  const { now, baseUrl, retries } = ctx;
  return mailWaiting(
    {
      types: ["push.trading"],
      isOver: lt(inboxNotices.at, now - MAILED_FOR_MS),
      write: (db, notice) => write(db, notice, { baseUrl, now }),
      failure: "a notice of trading was not mailed",
      retries,
    },
    ctx,
  );
}

/** `undefined` when the user has switched these mails off meanwhile, or when a warning is old. */
async function write(
  db: Database,
  { userId, data, at }: InboxNotice,
  { baseUrl, now }: { baseUrl: string; now: number },
): Promise<Omit<Mail, "to"> | undefined> {
  const push = TradingPush.parse(data);
  if (push.event === "margin_level" && at < now - WARNED_FOR_MS) return undefined;
  const { locale, mail } = await toPreferences(db, userId);
  const kind = kindOfEvent(push);
  if (!mail.some((one) => one === kind)) return undefined;
  return tradingMail({ push, locale, baseUrl });
}

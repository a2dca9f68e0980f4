/** Sends the mails that wait in `security_mails`. In every replica. */
import "server-only";
import { and, asc, eq, lte } from "drizzle-orm";
import { securityMails } from "#lib/identity/schema/security.ts";
import { securityMail } from "#lib/identity/security/texts/security-mail.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { IDLE, startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";

const EVERY_MS = 3_000;
const IDLE_MS = 10_000;
/** Mails of one read. */
const PAGE = 50;
/** After the first failure; each further pause is twice as long. */
const FIRST_PAUSE_MS = 30_000;
/** The last try is about three days after the first. */
const MAX_TRIES = 13;
/** For this long a mail belongs to the replica that sends it. */
const CLAIM_MS = 60_000;

type MailContext = {
  baseUrl: string;
  /** Rejects when the mail was not accepted. */
  sendMail: (mail: Mail) => Promise<unknown>;
  log: Pick<Logger, "warn">;
};

export function startSecurityMails(ctx: MailContext & TaskSurroundings): () => Promise<void> {
  const task = {
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    run: (now: number, signal: AbortSignal) => sendSecurityMails({ ...ctx, now, signal }),
    failure: "mails about the security of accounts could not be read",
  };
  return startRepeatedTask(task, ctx);
}

/** Each is sent at least once. @returns {@link IDLE} when none waited */
export async function sendSecurityMails(
  ctx: MailContext & { now: number; signal?: AbortSignal },
): Promise<typeof IDLE | undefined> {
  const db = await database();
  const due = await db
    .select()
    .from(securityMails)
    .where(lte(securityMails.dueAt, ctx.now))
    .orderBy(asc(securityMails.dueAt), asc(securityMails.id))
    .limit(PAGE);
  for (const mail of due) {
    if (ctx.signal?.aborted === true) return undefined;
    const own = and(eq(securityMails.id, mail.id), eq(securityMails.dueAt, mail.dueAt));
    const claimed = await db
      .update(securityMails)
      .set({ dueAt: ctx.now + CLAIM_MS })
      .where(own)
      .returning({ id: securityMails.id });
    if (claimed.length > 0) await send(mail, ctx);
  }
  return due.length === 0 ? IDLE : undefined;
}

async function send(
  mail: typeof securityMails.$inferSelect,
  { baseUrl, sendMail, log, now }: MailContext & { now: number },
): Promise<void> {
  const db = await database();
  const own = eq(securityMails.id, mail.id);
  try {
    await sendMail({ to: mail.recipient, ...securityMail({ ...mail, baseUrl }) });
    await db.delete(securityMails).where(own);
  } catch (error) {
    const tries = mail.tries + 1;
    const isLast = tries >= MAX_TRIES;
    log.warn(
      { err: error, mailId: mail.id, tries },
      isLast
        ? "a mail about the security of an account is given up"
        : "a mail about the security of an account was not sent",
    );
    if (isLast) await db.delete(securityMails).where(own);
    else {
      const dueAt = now + FIRST_PAUSE_MS * 2 ** mail.tries;
      await db.update(securityMails).set({ tries, dueAt }).where(own);
    }
  }
}

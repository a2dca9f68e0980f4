/** Reminds owners by mail 14, 3 and 1 days before a key expires. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, asc, eq, exists, gt, isNull, lte, or, sql } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { Mail } from "#lib/platform/mail/send-mail.ts";
import { REMINDER_DAYS } from "#lib/protocol/key-state.ts";
import { reminderMail } from "./expiry-reminder-mail.ts";

type ReminderContext = {
  /** Unix milliseconds. */
  now: number;
  /** The app's address, for the link. */
  baseUrl: string;
  /** Rejects when the mail was not accepted. */
  sendMail: (mail: Mail) => Promise<unknown>;
  log: Pick<Logger, "warn">;
  /** Once it is aborted no further key is processed: due reminders are left to the next run or another replica. */
  signal?: AbortSignal;
};

type Key = typeof mcpKeys.$inferSelect;

/** Keys of one read. */
const PAGE = 100;

/**
 * Sends due reminders, each once: the replica that moves `reminded_days` sends it. When the mail could not be sent, the key is
 * due again at the next run. Keys of owners without a mail address are skipped.
 * @returns how many owners were reminded of a key
 */
export async function remindOwners(ctx: ReminderContext): Promise<number> {
  const db = await database();
  let sent = 0;
  let after = "";
  for (;;) {
    const keys = await dueKeys(db, ctx.now, after);
    for (const key of keys) {
      if (ctx.signal?.aborted === true) return sent;
      if (await remindOf(db, key, ctx)) sent += 1;
    }
    after = keys.at(-1)?.id ?? "";
    if (keys.length < PAGE) return sent;
  }
}

function dueKeys(db: Database, now: number, after: string): Promise<Key[]> {
  const within = (days: number) => lte(mcpKeys.expiresAt, new Date(now + days * DAY_MS));
  const isDue = REMINDER_DAYS.map((days) =>
    and(within(days), or(isNull(mcpKeys.remindedDays), gt(mcpKeys.remindedDays, days))),
  );
  const mailOfOwner = db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, mcpKeys.userId), eq(identities.kind, "email")));
  return db
    .select()
    .from(mcpKeys)
    .where(
      and(
        gt(mcpKeys.id, after),
        isNull(mcpKeys.revokedAt),
        gt(mcpKeys.expiresAt, new Date(now)),
        or(...isDue),
        exists(mailOfOwner),
      ),
    )
    .orderBy(asc(mcpKeys.id))
    .limit(PAGE);
}

async function remindOf(db: Database, key: Key, ctx: ReminderContext): Promise<boolean> {
  const leftMs = key.expiresAt.getTime() - ctx.now;
  const days = REMINDER_DAYS.findLast((reminder) => leftMs <= reminder * DAY_MS);
  if (days === undefined || !(await claim(db, key, days))) return false;
  const owners = await db
    .select({ to: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, key.userId), eq(identities.kind, "email")));
  const mail = reminderMail(key, ctx);
  const sent = await Promise.allSettled(owners.map(({ to }) => ctx.sendMail({ to, ...mail })));
  const [failed] = sent.filter(({ status }) => status === "rejected");
  if (failed?.status === "rejected") {
    ctx.log.warn({ err: failed.reason, keyId: key.id }, "a reminder of a key was not sent");
  }
  if (sent.every(({ status }) => status === "rejected")) {
    await db
      .update(mcpKeys)
      .set({ remindedDays: key.remindedDays })
      .where(and(eq(mcpKeys.id, key.id), eq(mcpKeys.remindedDays, days)));
    return false;
  }
  await recordAudit(db, {
    now: ctx.now,
    userId: key.userId,
    actor: { kind: "service" },
    action: "mcp_key.reminded",
    target: key.id,
    details: { days },
  });
  return true;
}

/** True in one replica; in none when the key has changed since it was read. */
async function claim(db: Database, key: Key, days: number): Promise<boolean> {
  const claimed = await db
    .update(mcpKeys)
    .set({ remindedDays: days })
    .where(
      and(
        eq(mcpKeys.id, key.id),
        isNull(mcpKeys.revokedAt),
        eq(mcpKeys.expiresAt, key.expiresAt),
        sql`${mcpKeys.remindedDays} is not distinct from ${key.remindedDays}::integer`,
      ),
    )
    .returning({ id: mcpKeys.id });
  return claimed.length > 0;
}

type Options = Omit<ReminderContext, "now" | "signal"> & { timers: Timers };

/** Every ten minutes, in every replica. The result stops it, after the mails of the current key. */
export function startReminders({ timers, ...ctx }: Options): () => Promise<void> {
  const run = (now: number, signal: AbortSignal) => remindOwners({ ...ctx, now, signal });
  const failure = "keys that end soon could not be read";
  return startRepeatedTask({ everyMs: 10 * 60_000, run, failure }, { timers, log: ctx.log });
}

/** The signed-in user's push preferences. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { hasMail } from "#lib/platform/mail/send-mail.ts";
import { MAIL_KINDS, PUSH_CHANNELS, PUSH_KINDS } from "#lib/protocol/market-knowledge.ts";
import type { PushPreferences, PushSettings } from "#lib/protocol/wire/pushes.ts";
import { NOTHING_CHOSEN } from "#lib/pushes/rules/choices.ts";
import { isQuiet, isTimeZone } from "#lib/pushes/rules/quiet-hours.ts";
import { vapidKeys } from "#lib/pushes/web/push-keys.ts";
import { PUSHES_A_DAY } from "#lib/pushes/writing/fan-out.ts";

type Call = { ctx: { actor: SessionActor; now: number } };

export async function readPushSettings({ ctx }: Call): Promise<PushSettings> {
  const { userId } = ctx.actor;
  const db = await database();
  const preferences = await toPreferences(db, userId);
  return {
    preferences,
    caps: {
      calendar: PUSHES_A_DAY["push.calendar"],
      market: PUSHES_A_DAY["push.market"],
      approval: PUSHES_A_DAY["push.approval"],
      trading: PUSHES_A_DAY["push.trading"],
      alert: PUSHES_A_DAY["push.alert"],
    },
    mail: hasMail() ? await addressState(db, userId) : "not_offered",
    quiet_now: isQuiet(preferences, ctx.now),
    public_key: (await vapidKeys()).publicKey,
  };
}

/** Replaces all preferences. @throws INVALID_FIELD for an unknown time zone */
export async function savePushPreferences(call: {
  ctx: Call["ctx"] & { client: Client };
  input: { body: PushPreferences };
}): Promise<PushSettings> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const { off, mail, locale, quiet, time_zone: timeZone } = call.input.body;
  requireTimeZone(timeZone);
  const db = await database();
  const row = {
    off: [...new Set(off.map(({ channel, kind }) => `${channel}:${kind}`))],
    mail: [...new Set(mail)],
    locale,
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
    timeZone,
  };
  await db.transaction(async (change) => {
    await lockAccount(change, userId);
    await change
      .insert(pushPreferences)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: pushPreferences.userId, set: row });
    await recordAudit(change, { now, userId, actor, client, action: "push_preferences.changed" });
  });
  return readPushSettings(call);
}

async function addressState(
  db: Pick<Database, "select">,
  userId: string,
): Promise<PushSettings["mail"]> {
  const [address] = await db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.kind, "email")))
    .limit(1);
  return address === undefined ? "no_address" : "possible";
}

/** @throws INVALID_FIELD */
export function requireTimeZone(name: string): void {
  if (isTimeZone(name)) return;
  throw new ServiceError("INVALID_FIELD", { field: "time_zone", reason: "it is not a time zone" });
}

export async function toPreferences(
  db: Pick<Database, "select">,
  userId: string,
): Promise<PushPreferences> {
  const [row] = await db.select().from(pushPreferences).where(eq(pushPreferences.userId, userId));
  if (row === undefined) return NOTHING_CHOSEN;
  const { off, mail, locale, quietFrom: from, quietUntil: until, timeZone } = row;
  const choices = PUSH_CHANNELS.flatMap((channel) => PUSH_KINDS.map((kind) => ({ channel, kind })));
  return {
    off: choices.filter(({ channel, kind }) => off.includes(`${channel}:${kind}`)),
    mail: MAIL_KINDS.filter((kind) => mail.includes(kind)),
    locale,
    quiet: from === null || until === null ? null : { from, until },
    time_zone: timeZone,
  };
}

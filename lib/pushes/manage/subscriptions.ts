/** The signed-in user's browsers that get pushes. */
import "server-only";
import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import webPush from "web-push";
import { z } from "zod";
import type { AuditDatabase } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount, lockSession } from "#lib/identity/person/lock-account.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { PUSH_LOCALES } from "#lib/protocol/push-texts/push-text.ts";
import type {
  NewPushSubscription,
  PushSubscriptionList,
  PushSubscriptionRecord,
  PushTestResult,
} from "#lib/protocol/wire/pushes.ts";
import { pushSubscriptions } from "#lib/pushes/schema/pushes.ts";
import { auditedBrowser, noteAttempt } from "#lib/pushes/web/due-sends.ts";
import { vapidKeys } from "#lib/pushes/web/push-keys.ts";
import { TEXTS } from "#lib/pushes/web/push-sender.ts";
import { isEndpoint, pushNetwork } from "#lib/pushes/web/push-targets.ts";
import { MAX_TTL_SECONDS, sendWebPush, vapidSubject } from "#lib/pushes/web/web-push.ts";
import { requireTimeZone } from "./preferences.ts";

/** The most browsers of an account. */
export const MAX_BROWSERS = 10;

export const BrowserParams = z.strictObject({ id: z.string().regex(/^psub_[0-9a-f]{24}$/) });

type Row = typeof pushSubscriptions.$inferSelect;
type Context = { actor: SessionActor; client: Client; now: number; quotas: Quota[] };
type OneCall = { ctx: Context; input: { params: z.output<typeof BrowserParams> } };

export async function listBrowsers({
  ctx,
}: {
  ctx: { actor: SessionActor };
}): Promise<PushSubscriptionList> {
  const db = await database();
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, ctx.actor.userId))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
  return { results: rows.map(recordOf), most: MAX_BROWSERS };
}

/**
 * A browser has one subscription. If another account had subscribed it, it moves to this account.
 * @throws INVALID_FIELD, PUSH_SERVICE_REFUSED, TOO_MANY_PUSH_BROWSERS, RATE_LIMITED
 */
export async function addBrowser(call: {
  ctx: Context;
  input: { body: NewPushSubscription };
}): Promise<PushSubscriptionRecord> {
  const { actor, client, now, quotas } = call.ctx;
  const { endpoint, keys, locale, time_zone: timeZone } = call.input.body;
  const { userId } = actor;
  if (!isEndpoint(endpoint)) throw new ServiceError("PUSH_SERVICE_REFUSED");
  requireTimeZone(timeZone);
  requireKeys(keys);
  await takeQuotas(quotas, ["push_browsers", userId]);
  const row: Row = {
    id: newId("psub"),
    userId,
    endpoint,
    ...keys,
    locale,
    agent: client.agent,
    createdAt: now,
    lastSentAt: null,
    failures: 0,
  };
  const db = await database();
  await db.transaction(async (change) => {
    await lockSession(change, actor, now);
    const before = await change
      .delete(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, endpoint))
      .returning();
    const others = await change.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId));
    if (others >= MAX_BROWSERS) {
      throw new ServiceError("TOO_MANY_PUSH_BROWSERS", { most: MAX_BROWSERS });
    }
    await change.insert(pushSubscriptions).values(row);
    await recordAddition(change, { ctx: call.ctx, row, before });
    // Times in pushes are in the browser's time zone until the user chooses one.
    await change
      .insert(pushPreferences)
      .values({ userId, off: [], quietFrom: null, quietUntil: null, timeZone })
      .onConflictDoNothing();
  });
  return recordOf(row);
}

/** Its waiting pushes are not sent. @throws PUSH_BROWSER_NOT_FOUND */
export async function removeBrowser({ ctx, input }: OneCall): Promise<void> {
  const { actor, client, now } = ctx;
  const { userId } = actor;
  const db = await database();
  await db.transaction(async (change) => {
    await lockAccount(change, userId);
    const [row] = await change
      .delete(pushSubscriptions)
      .where(isOwn(actor, input.params.id))
      .returning();
    if (row === undefined) throw new ServiceError("PUSH_BROWSER_NOT_FOUND");
    const by = { now, userId, actor, client };
    await recordAudit(change, { ...by, action: "push_browser.removed", ...auditedBrowser(row) });
  });
}

/**
 * A browser that subscribes again unchanged makes no entry. A browser of another account is
 * recorded as removed there.
 */
async function recordAddition(
  change: AuditDatabase,
  { ctx, row, before }: { ctx: Context; row: Row; before: readonly Row[] },
): Promise<void> {
  const { actor, client, now } = ctx;
  for (const other of before.filter(({ userId }) => userId !== row.userId)) {
    const by = { now, userId: other.userId, actor: { kind: "service" as const } };
    await recordAudit(change, { ...by, action: "push_browser.removed", ...auditedBrowser(other) });
  }
  const isKnown = before.some(
    ({ userId, p256dh, auth }) =>
      userId === row.userId && p256dh === row.p256dh && auth === row.auth,
  );
  if (isKnown) return;
  const by = { now, userId: row.userId, actor, client };
  await recordAudit(change, { ...by, action: "push_browser.added", ...auditedBrowser(row) });
}

/**
 * Sends a test at once, even in quiet hours, because the user requested it.
 * @throws PUSH_BROWSER_NOT_FOUND, RATE_LIMITED
 */
export async function testBrowser({ ctx, input }: OneCall): Promise<PushTestResult> {
  const db = await database();
  const [row] = await db.select().from(pushSubscriptions).where(isOwn(ctx.actor, input.params.id));
  if (row === undefined) throw new ServiceError("PUSH_BROWSER_NOT_FOUND");
  await takeQuotas(ctx.quotas, ["push_browsers", ctx.actor.userId]);
  const locale = PUSH_LOCALES.find((one) => one === row.locale) ?? "en";
  const { testTitle: title, testBody: body } = TEXTS[locale];
  const target = { path: "/settings/notifications", tag: "test", ttl: MAX_TTL_SECONDS };
  const terms = {
    keys: await vapidKeys(),
    subject: vapidSubject(config()),
    network: pushNetwork(),
  };
  const result = await sendWebPush(row, { title, body, ...target }, terms);
  await noteAttempt(db, row.id, { outcome: result.outcome, now: ctx.now });
  return { ...result, local_subject: terms.subject === undefined };
}

function isOwn({ userId }: SessionActor, id: string) {
  return and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId));
}

/** A key that is not a point on the curve could never encrypt. @throws INVALID_FIELD */
function requireKeys({ p256dh, auth }: NewPushSubscription["keys"]): void {
  try {
    webPush.encrypt(p256dh, auth, "", "aes128gcm");
  } catch {
    throw new ServiceError("INVALID_FIELD", {
      field: "keys",
      reason: "they are not valid encryption keys",
    });
  }
}

function recordOf({ id, agent, endpoint, createdAt, lastSentAt }: Row): PushSubscriptionRecord {
  return {
    id,
    agent,
    service: new URL(endpoint).host,
    created_at: new Date(createdAt).toISOString(),
    last_sent_at: lastSentAt === null ? null : new Date(lastSentAt).toISOString(),
    endpoint_hash: createHash("sha256").update(endpoint).digest("hex"),
  };
}

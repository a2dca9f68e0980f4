/** The browsers of the signed-in user that get pushes. */
import "server-only";
import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import webPush from "web-push";
import { z } from "zod";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { pushPreferences, pushSubscriptions } from "#lib/platform/db/schema/pushes.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { Quota } from "#lib/platform/http/rate-limit.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { newId } from "#lib/platform/ids.ts";
import { PUSH_LOCALES } from "#lib/protocol/push-texts/push-text.ts";
import type {
  NewPushSubscription,
  PushSubscriptionList,
  PushSubscriptionRecord,
  PushTestResult,
} from "#lib/protocol/wire/pushes.ts";
import { noteAttempt } from "#lib/pushes/web/due-sends.ts";
import { vapidKeys } from "#lib/pushes/web/push-keys.ts";
import { TEXTS } from "#lib/pushes/web/push-sender.ts";
import { isEndpoint, pushNetwork } from "#lib/pushes/web/push-targets.ts";
import { MOST_TTL_SECONDS, sendWebPush, vapidSubject } from "#lib/pushes/web/web-push.ts";
import { requireTimeZone } from "./preferences.ts";

/** Browsers of an account. */
export const MOST_BROWSERS = 10;

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
  return { results: rows.map(recordOf), most: MOST_BROWSERS };
}

/**
 * A browser has one subscription: one that another account opted in with belongs to this one from now on.
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
    await change.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
    const others = await change.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId));
    if (others >= MOST_BROWSERS) {
      throw new ServiceError("TOO_MANY_PUSH_BROWSERS", { most: MOST_BROWSERS });
    }
    await change.insert(pushSubscriptions).values(row);
    // Times in pushes are those of the browser, until the user chooses a time zone.
    await change
      .insert(pushPreferences)
      .values({ userId, off: [], quietFrom: null, quietUntil: null, timeZone })
      .onConflictDoNothing();
  });
  return recordOf(row);
}

/** What waits for it is not sent. @throws PUSH_BROWSER_NOT_FOUND */
export async function removeBrowser({ ctx, input }: OneCall): Promise<void> {
  const db = await database();
  const removed = await db
    .delete(pushSubscriptions)
    .where(isOwn(ctx.actor, input.params.id))
    .returning({ id: pushSubscriptions.id });
  if (removed.length === 0) throw new ServiceError("PUSH_BROWSER_NOT_FOUND");
}

/** Sends a test at once, in quiet hours too: its user asks for it. @throws PUSH_BROWSER_NOT_FOUND, RATE_LIMITED */
export async function testBrowser({ ctx, input }: OneCall): Promise<PushTestResult> {
  const db = await database();
  const [row] = await db.select().from(pushSubscriptions).where(isOwn(ctx.actor, input.params.id));
  if (row === undefined) throw new ServiceError("PUSH_BROWSER_NOT_FOUND");
  await takeQuotas(ctx.quotas, ["push_browsers", ctx.actor.userId]);
  const locale = PUSH_LOCALES.find((one) => one === row.locale) ?? "en";
  const { testTitle: title, testBody: body } = TEXTS[locale];
  const place = { path: "/settings/notifications", tag: "test", ttl: MOST_TTL_SECONDS };
  const terms = {
    keys: await vapidKeys(),
    subject: vapidSubject(config()),
    network: pushNetwork(),
  };
  const result = await sendWebPush(row, { title, body, ...place }, terms);
  await noteAttempt(db, row.id, { outcome: result.outcome, now: ctx.now });
  return result;
}

function isOwn({ userId }: SessionActor, id: string) {
  return and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId));
}

/** A key that is no point of the curve could never encrypt. @throws INVALID_FIELD */
function requireKeys({ p256dh, auth }: NewPushSubscription["keys"]): void {
  try {
    webPush.encrypt(p256dh, auth, "", "aes128gcm");
  } catch {
    throw new ServiceError("INVALID_FIELD", { field: "keys", reason: "they cannot encrypt" });
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

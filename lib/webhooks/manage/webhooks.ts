/** The owner registers, reads, changes and removes webhooks. */
import { HOUR_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, count, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { wakeWebhooks } from "#lib/platform/events/webhook-outbox.ts";
import { readTarget } from "#lib/platform/outbound/webhook-targets.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { DEFAULT_PER_SECOND, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { NewWebhook, Webhook } from "#lib/protocol/wire/webhook.ts";
import { changing, noteChange } from "#lib/webhooks/core/changing.ts";
import { eraseWebhooks } from "#lib/webhooks/core/erase-webhooks.ts";
import { requireOpenOrigin } from "#lib/webhooks/core/held-origins.ts";
import {
  type ManagerContext,
  requireManager,
  takeWebhookQuota,
} from "#lib/webhooks/core/manager.ts";
import { changeHeaders } from "#lib/webhooks/core/own-headers.ts";
import { pauseWebhook, reopenWebhook } from "#lib/webhooks/core/pause-webhook.ts";
import { isLive, makeSecret, secretRow } from "#lib/webhooks/core/secrets.ts";
import {
  findWebhook,
  findWebhookRows,
  lockWebhook,
  shownWebhooks,
  type WebhookRow,
} from "#lib/webhooks/core/webhook-rows.ts";
import { webhookLanes, webhookSecrets } from "#lib/webhooks/schema/webhooks.ts";
import { compactFilter, type FilterSources, requireKnown } from "./check-filter.ts";
import { replayDead } from "./replay.ts";
import type { AddSecret, ChangeWebhook, RegisterWebhook, ResumeWebhook } from "./terms.ts";

type Call<Input = object> = { ctx: ManagerContext; input: Input };
type OfOne = { params: { id: string } };

/**
 * @param terms `locale`: language of mails about it and of chat messages; `sources`: what its filter may name
 * @throws WEBHOOKS_NOT_ALLOWED, INVALID_FIELD, MARKET_NOT_FOUND, WEBHOOK_TARGET_REFUSED, TOO_MANY_WEBHOOKS,
 * RATE_LIMITED
 * @throws WEBHOOK_PAUSED_BY_OPERATOR when the operator paused its origin
 */
export async function registerWebhook(
  { ctx, input: { body } }: Call<{ body: z.output<typeof RegisterWebhook> }>,
  { locale, sources }: { locale: WebhookRow["locale"]; sources: FilterSources },
): Promise<NewWebhook> {
  const userId = requireManager(ctx.actor);
  const url = readTarget(body.url);
  await takeWebhookQuota(ctx, "webhook_changes");
  const filter = compactFilter(body.filter);
  await requireKnown(filter, { userId, sources });
  const made = body.secret === undefined ? makeSecret() : null;
  const { now } = ctx;
  const place = { id: newId("whk"), url };
  const row: WebhookRow = {
    ...place,
    userId,
    name: body.name,
    format: body.format,
    headers: changeHeaders(place, body.headers, { now }),
    receiverMayStop: body.receiver_may_stop,
    events: body.events,
    filter,
    status: "active",
    pause: null,
    maxPerSecond: body.max_per_second ?? DEFAULT_PER_SECOND[body.format],
    locale,
    createdAt: now,
  };
  return changing(ctx, async (change) => {
    await requireOpenOrigin(change, row);
    const [held] = await change
      .select({ webhooks: count() })
      .from(webhooks)
      .where(eq(webhooks.userId, userId));
    if ((held?.webhooks ?? 0) >= WEBHOOK_LIMITS.webhooks) {
      throw new ServiceError("TOO_MANY_WEBHOOKS", { most: WEBHOOK_LIMITS.webhooks });
    }
    await change.insert(webhooks).values(row);
    await change.insert(webhookLanes).values({
      webhookId: row.id,
      isOpen: true,
      dueAt: null,
      tokens: row.maxPerSecond,
      filledAt: now,
    });
    await change.insert(webhookSecrets).values(secretRow(row.id, made ?? body.secret ?? "", now));
    await noteChange(change, ctx, { action: "webhook.created", row });
    return { ...(await shownOne(change, row, now)), secret: made };
  });
}

export async function listWebhooks({ ctx }: Pick<Call, "ctx">): Promise<{ webhooks: Webhook[] }> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  return { webhooks: await shownWebhooks(db, await findWebhookRows(db, userId), ctx.now) };
}

/** How many of the user's webhooks are paused, for the navigation. */
export async function countPaused({ userId }: SessionActor): Promise<number> {
  const db = await database();
  return db.$count(webhooks, and(eq(webhooks.userId, userId), eq(webhooks.status, "paused")));
}

/** @throws WEBHOOK_NOT_FOUND */
export async function readWebhook({ ctx, input: { params } }: Call<OfOne>): Promise<Webhook> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  return shownOne(db, await findWebhook(db, { userId, id: params.id }), ctx.now);
}

/**
 * The change applies from the next attempt on, also to waiting deliveries. A URL at another origin loses the
 * owner's headers, except those that the same change sets.
 * @throws WEBHOOK_NOT_FOUND and the errors of a registration
 */
export async function changeWebhook(
  { ctx, input: { params, body } }: Call<OfOne & { body: z.output<typeof ChangeWebhook> }>,
  sources: FilterSources,
): Promise<Webhook> {
  const userId = requireManager(ctx.actor);
  const url = body.url === undefined ? undefined : readTarget(body.url);
  await takeWebhookQuota(ctx, "webhook_changes");
  if (body.filter !== undefined) {
    const db = await database();
    const { filter: before } = await findWebhook(db, { userId, id: params.id });
    await requireKnown(compactFilter(body.filter), { userId, sources, before });
  }
  return changing(ctx, async (change) => {
    const row = await lockWebhook(change, { userId, id: params.id });
    await requireOpenOrigin(change, row);
    const place = { id: row.id, url: url ?? row.url };
    const next: WebhookRow = {
      ...row,
      ...place,
      name: body.name === undefined ? row.name : body.name,
      format: body.format ?? row.format,
      headers: changeHeaders(place, body.headers ?? {}, { before: row, now: ctx.now }),
      receiverMayStop: body.receiver_may_stop ?? row.receiverMayStop,
      events: body.events ?? row.events,
      filter: body.filter === undefined ? row.filter : compactFilter(body.filter),
      maxPerSecond: body.max_per_second ?? row.maxPerSecond,
    };
    await requireOpenOrigin(change, next);
    await change.update(webhooks).set(next).where(eq(webhooks.id, row.id));
    await noteChange(change, ctx, { action: "webhook.changed", row: next });
    return shownOne(change, next, ctx.now);
  });
}

/**
 * Removes the webhook with its secrets and deliveries. Attempts under way end without a stored
 * result. @throws WEBHOOK_NOT_FOUND, WEBHOOK_PAUSED_BY_OPERATOR
 */
export async function removeWebhook({ ctx, input: { params } }: Call<OfOne>): Promise<void> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_changes");
  await changing(ctx, async (change) => {
    const row = await findWebhook(change, { userId, id: params.id });
    await requireOpenOrigin(change, row);
    await eraseWebhooks(change, eq(webhooks.id, row.id));
    await noteChange(change, ctx, { action: "webhook.deleted", row });
  });
}

/**
 * Nothing is sent until it is resumed; new events wait. Works also when it is paused already.
 * @throws WEBHOOK_NOT_FOUND
 */
export async function pauseByHand({ ctx, input: { params } }: Call<OfOne>): Promise<Webhook> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_changes");
  return changing(ctx, async (change) => {
    const row = await lockWebhook(change, { userId, id: params.id });
    const pause = { reason: "owner", at: ctx.now, delivery_id: null, last_error: null } as const;
    if (await pauseWebhook(change, { id: row.id, pause })) {
      await noteChange(change, ctx, { action: "webhook.paused", row });
    }
    return readWithin(change, userId, row.id, ctx.now);
  });
}

/**
 * Sends everything that waited, oldest first. Works also when it is active already.
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_PAUSED_BY_OPERATOR
 */
export async function resumeWebhook({
  ctx,
  input: { params, body },
}: Call<OfOne & { body: z.output<typeof ResumeWebhook> }>): Promise<Webhook> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_changes");
  const resumed = await changing(ctx, async (change) => {
    const row = await lockWebhook(change, { userId, id: params.id });
    if (row.pause?.reason === "operator") throw new ServiceError("WEBHOOK_PAUSED_BY_OPERATOR");
    if (body.replay_dead) await replayDead(change, { webhookId: row.id, now: ctx.now });
    if (await reopenWebhook(change, { id: row.id })) {
      await noteChange(change, ctx, { action: "webhook.resumed", row });
    }
    return readWithin(change, userId, row.id, ctx.now);
  });
  wakeWebhooks();
  return resumed;
}

/**
 * Deliveries are then signed with the new secret and, for the overlap, also with the earlier ones.
 * @throws TOO_MANY_SECRETS
 */
export async function addSecret({
  ctx,
  input: { params, body },
}: Call<OfOne & { body: z.output<typeof AddSecret> }>): Promise<{
  webhook: Webhook;
  secret: string | null;
}> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_changes");
  const made = body.secret === undefined ? makeSecret() : null;
  const { now } = ctx;
  return changing(ctx, async (change) => {
    const row = await lockWebhook(change, { userId, id: params.id });
    const retiresAt = now + body.overlap_hours * HOUR_MS;
    await change
      .update(webhookSecrets)
      .set({ retiresAt: sql`least(${webhookSecrets.retiresAt}, ${retiresAt}::bigint)` })
      .where(eq(webhookSecrets.webhookId, row.id));
    await change.insert(webhookSecrets).values(secretRow(row.id, made ?? body.secret ?? "", now));
    const webhook = await shownOne(change, row, now);
    if (webhook.secrets.length > WEBHOOK_LIMITS.secrets) {
      throw new ServiceError("TOO_MANY_SECRETS", { most: WEBHOOK_LIMITS.secrets });
    }
    await noteChange(change, ctx, { action: "webhook.secret_added", row });
    return { webhook, secret: made };
  });
}

/**
 * Ends a secret at once. When only secrets with an end are left, the newest of them loses its end.
 * @throws LAST_SECRET, and WEBHOOK_NOT_FOUND also for an unknown secret
 */
export async function removeSecret({
  ctx,
  input: { params },
}: Call<{ params: { id: string; sid: string } }>): Promise<void> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_changes");
  await changing(ctx, async (change) => {
    const row = await lockWebhook(change, { userId, id: params.id });
    const live = await change
      .select()
      .from(webhookSecrets)
      .where(and(eq(webhookSecrets.webhookId, row.id), isLive(ctx.now)))
      .orderBy(desc(webhookSecrets.createdAt), desc(webhookSecrets.id));
    if (!live.some(({ id }) => id === params.sid)) throw new ServiceError("WEBHOOK_NOT_FOUND");
    const left = live.filter(({ id }) => id !== params.sid);
    const [newest] = left;
    if (newest === undefined) throw new ServiceError("LAST_SECRET");
    await change.delete(webhookSecrets).where(eq(webhookSecrets.id, params.sid));
    if (left.every(({ retiresAt }) => retiresAt !== null)) {
      const stays = eq(webhookSecrets.id, newest.id);
      await change.update(webhookSecrets).set({ retiresAt: null }).where(stays);
    }
    await noteChange(change, ctx, { action: "webhook.secret_removed", row });
  });
}

async function readWithin(
  change: Change,
  userId: string,
  id: string,
  now: number,
): Promise<Webhook> {
  return shownOne(change, await findWebhook(change, { userId, id }), now);
}

async function shownOne(
  db: Pick<Database, "select" | "execute">,
  row: WebhookRow,
  now: number,
): Promise<Webhook> {
  const [shown] = await shownWebhooks(db, [row], now);
  if (shown === undefined) throw new Error("A webhook that was read is not shown.");
  return shown;
}

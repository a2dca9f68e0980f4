/** Sends deliveries again: replays of ended ones, tests, and attempts that are brought forward. */
import "server-only";
import { randomBytes } from "node:crypto";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { wakeWebhooks } from "#lib/platform/events/webhook-outbox.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { WEBHOOK_EVENT_TYPES, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { WebhookReplay, WebhookTest } from "#lib/protocol/wire/webhook.ts";
import { changing, noteChange } from "#lib/webhooks/core/changing.ts";
import {
  type ManagerContext,
  requireManager,
  takeWebhookQuota,
} from "#lib/webhooks/core/manager.ts";
import { findWebhook, isNotReplayed, lockWebhook } from "#lib/webhooks/core/webhook-rows.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";
import { webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";

type Call<Input> = { ctx: ManagerContext; input: Input };

export const ReplayDeliveries = z.strictObject({
  delivery_ids: z.array(z.string()).min(1).max(WEBHOOK_LIMITS.replays),
});

export const TestWebhook = z.strictObject({
  type: z
    .enum(WEBHOOK_EVENT_TYPES)
    .optional()
    .describe("By default the first type that the webhook has chosen"),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Data of the test event; by default the type's sample"),
});

export const DeliveryParams = z.object({ id: z.string(), did: z.string() });

type Replayed = {
  replayed: { delivery_id: string; new_delivery_id: string }[];
  refused: string[];
  refusals: WebhookReplay["refusals"];
};

/**
 * Sends the same payload with its original time under a new id. While a delivery's replay waits, it
 * gets no second one, so a repeated request gets the same answer.
 * @throws WEBHOOK_NOT_FOUND, RATE_LIMITED
 */
export async function replayDeliveries({
  ctx,
  input: { params, body },
}: Call<{ params: { id: string }; body: z.output<typeof ReplayDeliveries> }>): Promise<Replayed> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_replays");
  const wanted = [...new Set(body.delivery_ids)];
  const answer = await changing(ctx, async (change) => {
    const webhook = await lockWebhook(change, { userId, id: params.id });
    const which = inArray(webhookDeliveries.id, wanted);
    const limit = WEBHOOK_LIMITS.replays;
    await repeat(change, { webhookId: webhook.id, which, now: ctx.now, limit });
    const made = await copiesOf(change, webhook.id, wanted);
    await noteChange(change, ctx, { action: "webhook.replayed", row: webhook });
    const refused = wanted.filter((id) => !made.has(id));
    return {
      replayed: wanted.flatMap((id) => {
        const copy = made.get(id);
        return copy === undefined ? [] : [{ delivery_id: id, new_delivery_id: copy }];
      }),
      refused,
      refusals: await refusalsOf(change, userId, refused),
    };
  });
  wakeWebhooks();
  return answer;
}

/** Replays dead deliveries that were not replayed. Call it under the webhook's lock. */
export async function replayDead(
  change: Pick<Database, "execute" | "update">,
  { webhookId, now }: { webhookId: string; now: number },
): Promise<void> {
  const { state, isLive } = webhookDeliveries;
  const which = and(eq(state, "dead"), eq(isLive, true), isNotReplayed());
  await repeat(change, { webhookId, which, now, limit: WEBHOOK_LIMITS.recovered });
}

type Repeat = {
  webhookId: string;
  /** A condition that selects deliveries of the webhook. */
  which: SQL | undefined;
  now: number;
  limit: number;
};

/**
 * Adds a copy of each delivery, oldest first, unless one waits already. Call it under the webhook's
 * lock.
 * @returns how many were added
 */
export async function repeat(
  change: Pick<Database, "execute" | "update">,
  { webhookId, which, now, limit }: Repeat,
): Promise<number> {
  const { rows } = await change.execute(sql`
    insert into ${webhookDeliveries}
      (id, webhook_id, type, dedup_key, event_at, data, is_live, replay_of, state, attempt, due_at, created_at)
    select 'wh_evt_' || left(encode(sha256((id || gen_random_uuid())::bytea), 'hex'), 24),
      webhook_id, type, dedup_key, event_at, data, is_live, coalesce(replay_of, id), 'pending', 0,
      ${now}::bigint, ${now}::bigint
    from ${webhookDeliveries} where ${and(eq(webhookDeliveries.webhookId, webhookId), which)}
    order by position limit ${limit}
    on conflict do nothing returning id`);
  if (rows.length > 0) await hurry(change, webhookId, now);
  return rows.length;
}

/**
 * The waiting copy of each delivery, by the delivery's id. A copy of a copy counts for the first
 * delivery.
 */
async function copiesOf(
  db: Pick<Database, "execute">,
  webhookId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute(sql`
    select d.id, c.id as copy from ${webhookDeliveries} d
    join ${webhookDeliveries} c on c.replay_of = coalesce(d.replay_of, d.id)
      and c.state in ('pending', 'sending')
    where d.webhook_id = ${webhookId}
      and d.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
  return new Map(rows.map((row) => [String(row["id"]), String(row["copy"])]));
}

/** Says why there is no delivery of the webhook with these ids. Another account's deliveries count as none. */
async function refusalsOf(
  db: Pick<Database, "select">,
  userId: string,
  ids: readonly string[],
): Promise<WebhookReplay["refusals"]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: webhookDeliveries.id, webhookId: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(inArray(webhookDeliveries.id, [...ids]), eq(webhooks.userId, userId)));
  const others = new Map(rows.map(({ id, webhookId }) => [id, webhookId]));
  return ids.map((id) => {
    const other = others.get(id) ?? null;
    const isId = /^wh_evt_[0-9a-f]{24}$/.test(id);
    const reason = other !== null ? "other_webhook" : isId ? "not_found" : "not_an_id";
    return { delivery_id: id, reason, webhook_id: other };
  });
}

/**
 * A test takes the normal way with up to seven attempts. It passes every filter and never pauses
 * the webhook.
 * @throws WEBHOOK_NOT_FOUND, RATE_LIMITED, INVALID_FIELD
 */
export async function testWebhook({
  ctx,
  input: { params, body },
}: Call<{ params: { id: string }; body: z.output<typeof TestWebhook> }>): Promise<WebhookTest> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  const { events } = await findWebhook(db, { userId, id: params.id });
  const type = body.type ?? events[0] ?? "webhook.paused";
  const data = JSON.stringify(body.data ?? EVENT_TYPES[type].sample);
  if (Buffer.byteLength(data) > WEBHOOK_LIMITS.dataBytes) {
    const reason = `it must have ${WEBHOOK_LIMITS.dataBytes} bytes at most`;
    throw new ServiceError("INVALID_FIELD", { field: "data", reason });
  }
  await takeWebhookQuota(ctx, "webhook_tests");
  const id = newId("wh_evt");
  const { now } = ctx;
  const status = await changing(ctx, async (change) => {
    const webhook = await lockWebhook(change, { userId, id: params.id });
    await change.insert(webhookDeliveries).values({
      id,
      webhookId: webhook.id,
      type,
      dedupKey: randomBytes(32).toString("hex"),
      eventAt: now,
      data,
      isLive: false,
      replayOf: null,
      state: "pending",
      attempt: 0,
      dueAt: now,
      createdAt: now,
    });
    await hurry(change, webhook.id, now);
    return webhook.status;
  });
  wakeWebhooks();
  return { delivery_id: id, type, is_paused: status === "paused" };
}

/**
 * Begins the next attempt now instead of at its time, with the same number. @throws
 * DELIVERY_NOT_FOUND, DELIVERY_ENDED
 */
export async function retryDelivery(call: Call<{ params: { id: string; did: string } }>) {
  const { now } = call.ctx;
  // A delivery in a long backlog is due already, and keeps its turn.
  await changeWaiting(call, { dueAt: sql`least(${webhookDeliveries.dueAt}, ${now}::bigint)` });
  wakeWebhooks();
}

/**
 * Cancels a waiting delivery. The webhook stays active. @throws DELIVERY_NOT_FOUND, DELIVERY_ENDED
 */
export async function skipDelivery(call: Call<{ params: { id: string; did: string } }>) {
  await changeWaiting(call, { state: "canceled", dueAt: null, endedAt: call.ctx.now });
}

async function changeWaiting(
  { ctx, input: { params } }: Call<{ params: { id: string; did: string } }>,
  change: PgUpdateSetSource<typeof webhookDeliveries>,
): Promise<void> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_replays");
  await changing(ctx, async (transaction) => {
    const webhook = await lockWebhook(transaction, { userId, id: params.id });
    const which = and(
      eq(webhookDeliveries.id, params.did),
      eq(webhookDeliveries.webhookId, webhook.id),
    );
    const [row] = await transaction.select().from(webhookDeliveries).where(which);
    if (row === undefined) throw new ServiceError("DELIVERY_NOT_FOUND");
    const changed = await transaction
      .update(webhookDeliveries)
      .set(change)
      .where(
        and(which, eq(webhookDeliveries.state, "pending"), isNull(webhookDeliveries.leaseUntil)),
      )
      .returning({ id: webhookDeliveries.id });
    if (changed.length === 0) throw new ServiceError("DELIVERY_ENDED", { state: row.state });
    await hurry(transaction, webhook.id, ctx.now);
  });
}

/** Makes the lane due now. Call it under the webhook's lock. */
async function hurry(
  change: Pick<Database, "update">,
  webhookId: string,
  now: number,
): Promise<void> {
  await change
    .update(webhookLanes)
    .set({ dueAt: sql`least(${webhookLanes.dueAt}, ${now}::bigint)` })
    .where(eq(webhookLanes.webhookId, webhookId));
}

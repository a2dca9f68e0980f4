/** Sends deliveries again: replays of ended ones, tests, and attempts that need not wait. */
import "server-only";
import { randomBytes } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookDeliveries, webhookLanes } from "#lib/platform/db/schema/webhooks.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { wakeWebhooks } from "#lib/platform/events/announcing.ts";
import { newId } from "#lib/platform/ids.ts";
import { WEBHOOK_EVENT_TYPES, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import { changing, noteChange } from "#lib/webhooks/core/changing.ts";
import { EVENT_TYPES } from "#lib/webhooks/core/event-types.ts";
import {
  type ManagerContext,
  requireManager,
  takeWebhookQuota,
} from "#lib/webhooks/core/manager.ts";
import { isNotReplayed, lockWebhook } from "#lib/webhooks/core/webhook-rows.ts";

type Call<Input> = { ctx: ManagerContext; input: Input };
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export const ReplayDeliveries = z.strictObject({
  delivery_ids: z.array(z.string()).min(1).max(WEBHOOK_LIMITS.replays),
});

export const TestWebhook = z.strictObject({
  type: z.enum(WEBHOOK_EVENT_TYPES).default("webhook.paused"),
  data: z.record(z.string(), z.unknown()).optional().describe("Default: the type's sample"),
});

export const DeliveryParams = z.object({ id: z.string(), did: z.string() });

type Replayed = {
  replayed: { delivery_id: string; new_delivery_id: string }[];
  refused: string[];
};

/**
 * The same payload with its original time under a new id. A delivery whose replay still waits gets no second one: a repeated
 * request gets the same answer.
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
    const found = await change
      .select()
      .from(webhookDeliveries)
      .where(
        and(eq(webhookDeliveries.webhookId, webhook.id), inArray(webhookDeliveries.id, wanted)),
      );
    const made = await repeat(change, found, ctx.now);
    await noteChange(change, ctx, { action: "webhook.replayed", row: webhook });
    return {
      replayed: wanted.flatMap((id) => {
        const copy = made.get(id);
        return copy === undefined ? [] : [{ delivery_id: id, new_delivery_id: copy }];
      }),
      refused: wanted.filter((id) => !made.has(id)),
    };
  });
  wakeWebhooks();
  return answer;
}

/** Replays the deliveries that died and were not replayed. Call it under the webhook's lock. */
export async function replayDead(
  change: Pick<Database, "select" | "insert" | "update">,
  { webhookId, now }: { webhookId: string; now: number },
): Promise<void> {
  const dead = await change
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.state, "dead"),
        eq(webhookDeliveries.isLive, true),
        isNotReplayed(),
      ),
    )
    .orderBy(webhookDeliveries.position)
    .limit(WEBHOOK_LIMITS.replays);
  await repeat(change, dead, now);
}

/** @returns the id of the waiting copy by the id of each delivery */
async function repeat(
  change: Pick<Database, "select" | "insert" | "update">,
  rows: readonly DeliveryRow[],
  now: number,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  await change
    .insert(webhookDeliveries)
    .values(
      rows.map((row) => ({
        ...fresh(row, now),
        replayOf: row.id,
      })),
    )
    .onConflictDoNothing();
  await hurry(change, rows[0]?.webhookId ?? "", now);
  const copies = await change
    .select({ id: webhookDeliveries.id, of: webhookDeliveries.replayOf })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(
          webhookDeliveries.replayOf,
          rows.map(({ id }) => id),
        ),
        inArray(webhookDeliveries.state, ["pending", "sending"]),
      ),
    );
  return new Map(copies.flatMap(({ id, of }) => (of === null ? [] : [[of, id]])));
}

/** A test takes the real way with seven attempts. It passes every filter and never pauses the webhook. @throws WEBHOOK_NOT_FOUND, RATE_LIMITED, INVALID_FIELD */
export async function testWebhook({
  ctx,
  input: { params, body },
}: Call<{ params: { id: string }; body: z.output<typeof TestWebhook> }>): Promise<{
  delivery_id: string;
}> {
  const userId = requireManager(ctx.actor);
  const data = body.data ?? EVENT_TYPES[body.type].sample ?? {};
  await takeWebhookQuota(ctx, "webhook_tests");
  const id = newId("wh_evt");
  const { now } = ctx;
  await changing(ctx, async (change) => {
    const webhook = await lockWebhook(change, { userId, id: params.id });
    await change.insert(webhookDeliveries).values({
      id,
      webhookId: webhook.id,
      type: body.type,
      dedupKey: randomBytes(32).toString("hex"),
      eventAt: now,
      data: JSON.stringify(data),
      isLive: false,
      replayOf: null,
      state: "pending",
      attempt: 0,
      dueAt: now,
      createdAt: now,
    });
    await hurry(change, webhook.id, now);
  });
  wakeWebhooks();
  return { delivery_id: id };
}

/** The next attempt begins now instead of at its time; its number stays. @throws DELIVERY_NOT_FOUND, DELIVERY_ENDED */
export async function retryDelivery(call: Call<{ params: { id: string; did: string } }>) {
  const { now } = call.ctx;
  await changeWaiting(call, { dueAt: now });
  wakeWebhooks();
}

/** Gives a waiting delivery up; the webhook stays active. @throws DELIVERY_NOT_FOUND, DELIVERY_ENDED */
export async function skipDelivery(call: Call<{ params: { id: string; did: string } }>) {
  await changeWaiting(call, { state: "canceled", dueAt: null, endedAt: call.ctx.now });
}

async function changeWaiting(
  { ctx, input: { params } }: Call<{ params: { id: string; did: string } }>,
  change: Partial<DeliveryRow>,
): Promise<void> {
  const userId = requireManager(ctx.actor);
  await takeWebhookQuota(ctx, "webhook_changes");
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

function fresh(row: DeliveryRow, now: number) {
  const { webhookId, type, dedupKey, eventAt, data, isLive } = row;
  return {
    id: newId("wh_evt"),
    webhookId,
    type,
    dedupKey,
    eventAt,
    data,
    isLive,
    state: "pending" as const,
    attempt: 0,
    dueAt: now,
    createdAt: now,
  };
}

/** Tells the lane that work is due. Call it under the webhook's lock. */
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

/** Delivery timing: how exactly the attempts of a webhook followed the schedule. */
import { HOUR_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { WebhookAdherence } from "#lib/protocol/wire/webhook.ts";
import { type AttemptRun, computeLateness, type Pause } from "#lib/webhooks/core/lateness.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { findWebhook, isoTime, type WebhookRow } from "#lib/webhooks/core/webhook-rows.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";

const MAX_HOURS = 168;
const MAX_DELIVERIES = 5_000;

export const AdherenceQuery = z.strictObject({
  hours: z.coerce.number().int().min(1).max(MAX_HOURS).default(24),
});

/** @throws WEBHOOK_NOT_FOUND */
export async function readAdherence({
  ctx,
  input: { params, query },
}: {
  ctx: ManagerContext;
  input: { params: { id: string }; query: z.output<typeof AdherenceQuery> };
}): Promise<WebhookAdherence> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  const webhook = await findWebhook(db, { userId, id: params.id });
  const from = ctx.now - query.hours * HOUR_MS;
  const { runs, isComplete } = await runsOf(db, webhook, from);
  const pauses = await pausesOf(db, webhook, ctx.now);
  const { webhookScheduleDivisor: divisor } = config();
  const { late, ...figures } = computeLateness(runs, {
    pauses,
    maxPerSecond: webhook.maxPerSecond,
    divisor,
  });
  return {
    from: isoTime(from),
    to: isoTime(ctx.now),
    is_complete: isComplete,
    ...figures,
    late: late.map((run) => ({
      delivery_id: run.deliveryId,
      number: run.number,
      due_at: isoTime(run.dueAt),
      started_at: isoTime(run.startedAt),
      late_ms: run.lateMs,
      reason: run.reason,
    })),
  };
}

/** Reads the newest deliveries only, because a busy webhook has a long history. */
async function runsOf(
  db: Pick<Database, "select">,
  { id }: WebhookRow,
  from: number,
): Promise<{ runs: AttemptRun[]; isComplete: boolean }> {
  const newest = await db
    .select({ id: webhookDeliveries.id, createdAt: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(desc(webhookDeliveries.position))
    .limit(MAX_DELIVERIES);
  const { deliveryId, number, dueAt, startedAt, endedAt, failure } = webhookAttempts;
  const ids = JSON.stringify(newest.map((delivery) => delivery.id));
  const runs = await db
    .select({ deliveryId, number, dueAt, startedAt, endedAt, failure })
    .from(webhookAttempts)
    .where(
      and(
        sql`${deliveryId} in (select jsonb_array_elements_text(${ids}::jsonb))`,
        gte(dueAt, from),
      ),
    );
  const oldest = newest.at(-1)?.createdAt ?? 0;
  return { runs, isComplete: newest.length < MAX_DELIVERIES || oldest < from };
}

/** Reads from the audit log when the webhook was paused and resumed. */
async function pausesOf(
  db: Pick<Database, "select">,
  { id, userId, pause }: WebhookRow,
  now: number,
): Promise<Pause[]> {
  const rows = await db
    .select({ at: auditLog.at, action: auditLog.action })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.userId, userId),
        eq(auditLog.target, id),
        inArray(auditLog.action, ["webhook.paused", "webhook.resumed"]),
      ),
    )
    .orderBy(auditLog.position);
  const pauses: Pause[] = [];
  let since: number | undefined;
  for (const { at, action } of rows) {
    if (action === "webhook.paused") since ??= at.getTime();
    else if (since !== undefined) {
      pauses.push({ from: since, to: at.getTime() });
      since = undefined;
    }
  }
  const open = since ?? pause?.at;
  return open === undefined ? pauses : [...pauses, { from: open, to: now }];
}

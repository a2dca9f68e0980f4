/** How exactly the attempts of a webhook followed the schedule. */
import "server-only";
import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { config } from "#lib/platform/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/platform/db/schema/webhooks.ts";
import type { WebhookAdherence } from "#lib/protocol/wire/webhook.ts";
import { latenessOf, type Pause, type Run } from "#lib/webhooks/core/lateness.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { findWebhook, moment, type WebhookRow } from "#lib/webhooks/core/webhook-rows.ts";

const HOUR_MS = 3_600_000;
const MOST_HOURS = 168;
const MOST_DELIVERIES = 5_000;

export const AdherenceQuery = z.object({
  hours: z.coerce.number().int().min(1).max(MOST_HOURS).default(24),
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
  const { late, ...figures } = latenessOf(runs, {
    pauses,
    maxPerSecond: webhook.maxPerSecond,
    divisor,
  });
  return {
    from: moment(from),
    to: moment(ctx.now),
    is_complete: isComplete,
    ...figures,
    late: late.map((run) => ({
      delivery_id: run.deliveryId,
      number: run.number,
      due_at: moment(run.dueAt),
      started_at: moment(run.startedAt),
      late_ms: run.lateMs,
      reason: run.reason,
    })),
  };
}

/** Of the newest deliveries, so that a busy webhook does not read its whole history. */
async function runsOf(
  db: Pick<Database, "select">,
  { id }: WebhookRow,
  from: number,
): Promise<{ runs: Run[]; isComplete: boolean }> {
  const newest = await db
    .select({ id: webhookDeliveries.id, createdAt: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(desc(webhookDeliveries.position))
    .limit(MOST_DELIVERIES);
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
  return { runs, isComplete: newest.length < MOST_DELIVERIES || oldest < from };
}

/** The audit log says when it was paused and resumed. */
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

/** One webhook for the operator: the states of its deliveries, and its last failures. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, count, desc, eq, gte, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { DELIVERY_STATES, WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import { attemptErrorText } from "#lib/webhooks/core/attempt-error.ts";
import { isoTime } from "#lib/webhooks/core/webhook-rows.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";
import { OperatorWebhook, operatorWebhooks, type WebhookParams } from "./webhook-record.ts";

const FAILURES = 10;
/** Failures are searched among this many of the newest deliveries. */
const SEARCHED_DELIVERIES = 1_000;

export const ShownWebhook = z.strictObject({
  webhook: OperatorWebhook,
  /** Deliveries of the last 24 hours. */
  states: z.array(z.strictObject({ state: z.enum(DELIVERY_STATES), count: z.int() })),
  /** Newest first. */
  failures: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      delivery_id: z.string(),
      type: z.enum(WEBHOOK_EVENT_TYPES),
      attempt: z.int(),
      error: z.string(),
    }),
  ),
});
type Shown = z.output<typeof ShownWebhook>;

/** For the operator only. @throws WEBHOOK_NOT_FOUND */
export async function showWebhook({
  ctx,
  input,
}: {
  ctx: { now: number };
  input: { params: z.output<typeof WebhookParams> };
}): Promise<Shown> {
  const { id } = input.params;
  const db = await database();
  const webhook = await operatorWebhook(db, id);
  const { webhookId, state, createdAt } = webhookDeliveries;
  const states = await db
    .select({ state, count: count() })
    .from(webhookDeliveries)
    .where(and(eq(webhookId, id), gte(createdAt, ctx.now - DAY_MS)))
    .groupBy(state)
    .orderBy(state);
  return { webhook, states, failures: await failuresOf(db, id) };
}

/** @throws WEBHOOK_NOT_FOUND */
export async function operatorWebhook(
  db: Pick<Database, "execute">,
  id: string,
): Promise<OperatorWebhook> {
  const [webhook] = await operatorWebhooks(db, sql`w.id = ${id}`, 1);
  if (webhook === undefined) throw new ServiceError("WEBHOOK_NOT_FOUND");
  return webhook;
}

async function failuresOf(db: Database, id: string): Promise<Shown["failures"]> {
  const last = db
    .select({ id: webhookDeliveries.id, type: webhookDeliveries.type })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(desc(webhookDeliveries.position))
    .limit(SEARCHED_DELIVERIES)
    .as("last");
  const { deliveryId, number, endedAt, status, failure } = webhookAttempts;
  const rows = await db
    .select({ id: last.id, type: last.type, number, endedAt, status, failure })
    .from(last)
    .innerJoin(webhookAttempts, eq(deliveryId, last.id))
    .where(isNotNull(failure))
    .orderBy(desc(endedAt))
    .limit(FAILURES);
  return rows.map((row) => ({
    at: isoTime(row.endedAt),
    delivery_id: row.id,
    type: row.type,
    attempt: row.number,
    error: attemptErrorText(row),
  }));
}

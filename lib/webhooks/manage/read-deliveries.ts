/** The deliveries of a webhook, as its owner reads them. */
import "server-only";
import { and, asc, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { spreadsheetParameter } from "#lib/platform/downloads/spreadsheet.ts";
import { MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import { DELIVERY_STATES, WEBHOOK_EVENT_TYPES } from "#lib/protocol/webhooks.ts";
import type { WebhookDelivery, WebhookDeliverySummary } from "#lib/protocol/wire/webhook.ts";
import { attemptErrorText, lastErrors } from "#lib/webhooks/core/attempt-error.ts";
import { formattedBody } from "#lib/webhooks/core/delivery-body.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { waitAfter } from "#lib/webhooks/core/retry-wait.ts";
import { findWebhook, isoTime, momentOrNull } from "#lib/webhooks/core/webhook-rows.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";

const MOST = 100;

export const DeliveriesQuery = z.strictObject({
  state: z.enum(DELIVERY_STATES).optional(),
  type: z.enum(WEBHOOK_EVENT_TYPES).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be the `next` of an answer")
    .optional(),
  limit: z.coerce.number().int().min(1).max(MOST).default(50),
  format: z
    .enum(["json", "csv"])
    .default("json")
    .describe("csv: a file of all deliveries that match, without `limit` and `cursor`"),
  spreadsheet: spreadsheetParameter,
});

type Filters = Omit<z.output<typeof DeliveriesQuery>, "format" | "spreadsheet">;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Newest first. @throws WEBHOOK_NOT_FOUND */
export async function listDeliveries({
  ctx,
  input: { params, query },
}: {
  ctx: ManagerContext;
  input: { params: { id: string }; query: Filters };
}): Promise<{ deliveries: WebhookDeliverySummary[]; next: string | null }> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  const webhook = await findWebhook(db, { userId, id: params.id });
  const { state, type, cursor, limit } = query;
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhook.id),
        state && eq(webhookDeliveries.state, state),
        type && eq(webhookDeliveries.type, type),
        cursor === undefined ? undefined : lt(webhookDeliveries.position, Number(cursor)),
      ),
    )
    .orderBy(desc(webhookDeliveries.position))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const deliveries = await summariesOf(db, shown);
  return { deliveries, next: last?.position.toString() ?? null };
}

/** With every attempt. @throws WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND */
export async function readDelivery({
  ctx,
  input: { params },
}: {
  ctx: ManagerContext;
  input: { params: { id: string; did: string } };
}): Promise<WebhookDelivery> {
  const userId = requireManager(ctx.actor);
  const db = await database();
  const webhook = await findWebhook(db, { userId, id: params.id });
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, params.did), eq(webhookDeliveries.webhookId, webhook.id)));
  if (row === undefined) throw new ServiceError("DELIVERY_NOT_FOUND");
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, row.id))
    .orderBy(asc(webhookAttempts.number), asc(webhookAttempts.startedAt));
  const failed = attempts.findLast(({ failure }) => failure !== null);
  return {
    ...summaryOf(row, failed && attemptErrorText(failed)),
    body: formattedBody(row, { ...webhook, baseUrl: config().baseUrl }),
    to_come: toCome(row),
    runs: attempts.map((one) => ({
      number: one.number,
      due_at: isoTime(one.dueAt),
      started_at: isoTime(one.startedAt),
      ended_at: isoTime(one.endedAt),
      status: one.status,
      failure: one.failure,
      response: one.response,
      address: one.address,
      phases: one.phases,
    })),
  };
}

/**
 * The attempts to come. An attempt under way may be the last; those after it are planned from its
 * start.
 */
function toCome(row: DeliveryRow): { number: number; at: string }[] {
  const { webhookScheduleDivisor: divisor } = config();
  if (row.dueAt === null) return [];
  const coming: { number: number; at: string }[] = [];
  let at = row.dueAt;
  if (row.state === "pending") coming.push({ number: row.attempt + 1, at: isoTime(at) });
  for (let after = row.attempt + coming.length; after < MAX_ATTEMPTS; after += 1) {
    at += waitAfter(after, { divisor });
    coming.push({ number: after + 1, at: isoTime(at) });
  }
  return coming;
}

async function summariesOf(
  db: Pick<Database, "selectDistinctOn">,
  rows: readonly DeliveryRow[],
): Promise<WebhookDeliverySummary[]> {
  const failing = rows.filter(({ state, attempt }) => state !== "delivered" && attempt > 0);
  const errors = await lastErrors(
    db,
    failing.map(({ id }) => id),
  );
  return rows.map((row) => summaryOf(row, errors.get(row.id)));
}

/** @param error of its last failed attempt */
function summaryOf(row: DeliveryRow, error: string | undefined): WebhookDeliverySummary {
  return {
    id: row.id,
    type: row.type,
    created_at: isoTime(row.eventAt),
    dedup_key: row.dedupKey,
    livemode: row.isLive,
    replay_of: row.replayOf,
    state: row.state,
    attempts: row.attempt,
    next_attempt_at: row.state === "pending" ? momentOrNull(row.dueAt) : null,
    ended_at: momentOrNull(row.endedAt),
    last_error: row.state === "delivered" ? null : (error ?? null),
  };
}

/**
 * A webhook in the operator's view: without the URL's path, which may contain a token, without
 * secrets, and without anything that was sent.
 */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#lib/platform/db/client.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { PAUSE_REASONS, WEBHOOK_STATUSES } from "#lib/protocol/webhooks.ts";
import { attemptErrorSql } from "#lib/webhooks/core/attempt-error.ts";
import { momentOrNull } from "#lib/webhooks/core/webhook-rows.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";

export const WebhookParams = z.object({
  id: z.string().regex(/^whk_[0-9a-f]{24}$/, "must be whk_…"),
});

export const OperatorWebhook = z.strictObject({
  id: z.string(),
  user_id: z.string(),
  origin: z.string(),
  status: z.enum(WEBHOOK_STATUSES),
  reason: z.enum(PAUSE_REASONS).nullable(),
  note: z.string().nullable(),
  paused_at: z.iso.datetime().nullable(),
  waiting: z.int(),
  /** The oldest due time among the waiting deliveries. */
  oldest_due_at: z.iso.datetime().nullable(),
  last_error: z.string().nullable(),
});
export type OperatorWebhook = z.output<typeof OperatorWebhook>;

export const ChangedWebhook = z.strictObject({ webhook: OperatorWebhook });

/** The webhooks (`w`) that match `which`, with the oldest waiting work first. */
export async function operatorWebhooks(
  db: Pick<Database, "execute">,
  which: SQL,
  most: number,
): Promise<OperatorWebhook[]> {
  const { rows } = await db.execute(sql`
    select w.id, w.user_id, w.url, w.status, w.pause, work.waiting, work.oldest, last.error
    from ${webhooks} w
    cross join lateral (
      select count(*) as waiting, min(due_at) as oldest from ${webhookDeliveries} d
      where d.webhook_id = w.id and d.state in ('pending', 'sending')
    ) work
    left join lateral (
      select ${attemptErrorSql(sql`a`)} as error
      from ${webhookDeliveries} d join ${webhookAttempts} a on a.delivery_id = d.id
      where d.webhook_id = w.id and d.state <> 'delivered' and d.attempt > 0 and a.failure is not null
      order by d.position desc, a.ended_at desc limit 1
    ) last on true
    where ${which}
    order by work.oldest nulls last, w.id limit ${most}`);
  return rows.map((row) => {
    const pause = row["pause"] as (typeof webhooks.$inferSelect)["pause"];
    const { oldest, error } = row;
    return OperatorWebhook.parse({
      id: row["id"],
      user_id: row["user_id"],
      origin: new URL(String(row["url"])).origin,
      status: row["status"],
      reason: pause?.reason ?? null,
      note: pause?.note ?? null,
      paused_at: momentOrNull(pause?.at),
      waiting: Number(row["waiting"]),
      oldest_due_at: oldest === null ? null : momentOrNull(Number(oldest)),
      last_error: pause?.last_error ?? error,
    });
  });
}

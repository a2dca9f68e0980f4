/** Stops and continues the lane of a webhook, in the transaction of the cause. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { type WebhookPause, webhookLanes, webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { earliestWork } from "./lanes.ts";

/** No attempt begins after the commit. Events go on to make deliveries, which wait. @returns false when it was paused already */
export async function pauseWebhook(
  change: Pick<Database, "update">,
  { id, pause }: { id: string; pause: WebhookPause },
): Promise<boolean> {
  // The lane first: a claim holds it while it reads.
  await change.update(webhookLanes).set({ isOpen: false }).where(eq(webhookLanes.webhookId, id));
  const paused = await change
    .update(webhooks)
    .set({ status: "paused", pause })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, "active")))
    .returning({ id: webhooks.id });
  return paused.length > 0;
}

/** Everything that waits is sent, the oldest first. @returns false when it was active already */
export async function reopenWebhook(
  change: Pick<Database, "update">,
  { id, now }: { id: string; now: number },
): Promise<boolean> {
  await change
    .update(webhookLanes)
    .set({
      isOpen: true,
      isSlow: false,
      freeAt: 0,
      filledAt: now,
      dueAt: earliestWork(sql`${webhookLanes.webhookId}`),
    })
    .where(eq(webhookLanes.webhookId, id));
  const reopened = await change
    .update(webhooks)
    .set({ status: "active", pause: null })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, "paused")))
    .returning({ id: webhooks.id });
  return reopened.length > 0;
}

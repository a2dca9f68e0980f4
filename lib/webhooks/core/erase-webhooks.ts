/** Deletes webhooks with their secrets and deliveries. */
import "server-only";
import { asc, inArray, type SQL } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { webhookLanes } from "#lib/webhooks/schema/webhooks.ts";

/**
 * Attempts under way end, and their results are not kept. It locks in the order of the engine: webhooks, lanes, deliveries.
 * Call it after the account was locked.
 */
export async function eraseWebhooks(
  change: Pick<Database, "select" | "delete">,
  which: SQL,
): Promise<void> {
  const held = await change
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(which)
    .orderBy(asc(webhooks.id))
    .for("update");
  const ids = held.map(({ id }) => id);
  await change
    .select({ id: webhookLanes.webhookId })
    .from(webhookLanes)
    .where(inArray(webhookLanes.webhookId, ids))
    .orderBy(asc(webhookLanes.webhookId))
    .for("update");
  await change.delete(webhooks).where(inArray(webhooks.id, ids));
}

/**
 * Deletes records after their time. Waiting deliveries stay, however long their webhook is paused.
 */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, inArray, lt, sql } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { webhookEvents } from "#lib/platform/schema/events.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import { webhookDeliveries, webhookSecrets } from "#lib/webhooks/schema/webhooks.ts";

export async function cleanUpWebhooks(now: number): Promise<void> {
  const db = await database();
  const before = now - WEBHOOK_LIMITS.days * DAY_MS;
  // Events are deleted before deliveries: an event without its delivery would count as missing. An
  // event that was announced again keeps its earlier deliveries.
  await db
    .delete(webhookEvents)
    .where(and(lt(webhookEvents.createdAt, before), sql`${webhookEvents.isFannedOut}`));
  await db.delete(webhookDeliveries).where(
    and(
      lt(webhookDeliveries.createdAt, before),
      lt(webhookDeliveries.endedAt, before),
      inArray(webhookDeliveries.state, ["delivered", "dead", "canceled"]),
      sql`not exists (select 1 from ${webhookEvents}
          where ${webhookEvents.dedupKey} = ${webhookDeliveries.dedupKey}
            and ${webhookEvents.createdAt} > ${webhookDeliveries.eventAt})`,
    ),
  );
  await db.delete(webhookSecrets).where(lt(webhookSecrets.retiresAt, before));
}

/** Deletes records that are older than they are kept. Waiting deliveries stay, however long their webhook is paused. */
import "server-only";
import { and, inArray, lt, sql } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import {
  webhookDeliveries,
  webhookEvents,
  webhookSecrets,
} from "#lib/platform/db/schema/webhooks.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";

const DAY_MS = 86_400_000;

export async function cleanUpWebhooks(now: number): Promise<void> {
  const db = await database();
  const before = now - WEBHOOK_LIMITS.days * DAY_MS;
  // An event whose delivery is gone would be taken for one that never had any: events go first, and what was announced again keeps those
  // of before.
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

/** Undoes a claim whose attempt did not begin. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { earliestWork, lockLanes } from "#lib/webhooks/core/lanes.ts";
import { webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import type { Claimed } from "./claim-deliveries.ts";

type Held = Pick<Claimed, "id" | "webhookId" | "claim">;

/** Makes the same attempt due again at once. */
export async function giveBackNow(db: Pick<Database, "transaction">, one: Held): Promise<void> {
  await db.transaction(async (change) => {
    await lockLanes(change, [one.webhookId]);
    await giveBack(change, one);
  });
}

/** Gives the claim back under the lane's lock. */
export async function giveBack(change: Change, { id, webhookId, claim }: Held): Promise<void> {
  const { attempt, state } = webhookDeliveries;
  await change
    .update(webhookDeliveries)
    .set({ state: "pending", attempt: sql`${attempt} - 1`, leaseUntil: null })
    .where(
      and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.claim, claim), eq(state, "sending")),
    );
  await change
    .update(webhookLanes)
    .set({ freeAt: 0, dueAt: earliestWork(sql`${webhookLanes.webhookId}`) })
    .where(eq(webhookLanes.webhookId, webhookId));
}

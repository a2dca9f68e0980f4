/** An owner deletes a price alert. One that fires at the same moment may still be announced. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { ReaderActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { priceAlerts } from "#lib/pushes/schema/price-alerts.ts";
import { requireAlertWriter } from "./alert-owner.ts";

/** @throws PRICE_ALERT_NOT_FOUND */
export async function deletePriceAlert(call: {
  ctx: { actor: ReaderActor };
  input: { params: { id: string } };
}): Promise<void> {
  const userId = requireAlertWriter(call.ctx.actor);
  const { id } = call.input.params;
  const db = await database();
  const deleted = await db
    .delete(priceAlerts)
    .where(and(eq(priceAlerts.id, id), eq(priceAlerts.userId, userId)))
    .returning({ id: priceAlerts.id });
  if (deleted.length === 0) throw new ServiceError("PRICE_ALERT_NOT_FOUND");
}

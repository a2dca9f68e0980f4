/** An owner reads their price alerts. */
import "server-only";
import { desc, eq } from "drizzle-orm";
import type { ReaderActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { MAX_PRICE_ALERTS, type PriceAlertList } from "#lib/protocol/wire/price-alerts.ts";
import { priceAlerts } from "#lib/pushes/schema/price-alerts.ts";
import { requireAlertReader } from "./alert-owner.ts";
import { alertRecord } from "./alert-record.ts";

/** The newest first. */
export async function listPriceAlerts(call: {
  ctx: { actor: ReaderActor };
}): Promise<PriceAlertList> {
  const userId = requireAlertReader(call.ctx.actor);
  const db = await database();
  const rows = await db
    .select()
    .from(priceAlerts)
    .where(eq(priceAlerts.userId, userId))
    .orderBy(desc(priceAlerts.createdAt), desc(priceAlerts.id));
  return { results: rows.map(alertRecord), most: MAX_PRICE_ALERTS };
}

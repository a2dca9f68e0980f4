/** An owner changes whether an alert fires again, or its note. Market, price and direction stay. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { ReaderActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { PriceAlert, PriceAlertChange } from "#lib/protocol/wire/price-alerts.ts";
import { priceAlerts } from "#lib/pushes/schema/price-alerts.ts";
import { requireAlertWriter } from "./alert-owner.ts";
import { alertRecord } from "./alert-record.ts";

/**
 * Takes effect with the next firing, because that one reads the row.
 * @throws PRICE_ALERT_NOT_FOUND
 */
export async function changePriceAlert(call: {
  ctx: { actor: ReaderActor };
  input: { params: { id: string }; body: PriceAlertChange };
}): Promise<PriceAlert> {
  const userId = requireAlertWriter(call.ctx.actor);
  const { params, body } = call.input;
  const db = await database();
  const isOwn = and(eq(priceAlerts.id, params.id), eq(priceAlerts.userId, userId));
  const change = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  );
  const [row] =
    Object.keys(change).length === 0
      ? await db.select().from(priceAlerts).where(isOwn)
      : await db.update(priceAlerts).set(change).where(isOwn).returning();
  if (row === undefined) throw new ServiceError("PRICE_ALERT_NOT_FOUND");
  return alertRecord(row);
}

/** A price alert as its owner reads it. */
import { z } from "zod";
import type { PriceAlert } from "#lib/protocol/wire/price-alerts.ts";
import type { priceAlerts } from "#lib/pushes/schema/price-alerts.ts";

const ID = /^pal_[0-9a-f]{24}$/;

/** A malformed id becomes the empty id, which no alert has, so that it is not found. */
export const PriceAlertParams = z.object({
  id: z.string().transform((id) => (ID.test(id) ? id : "")),
});

export function alertRecord(row: typeof priceAlerts.$inferSelect): PriceAlert {
  const { id, market, price, direction, mode, note, isArmed, createdAt, lastFiredAt } = row;
  return {
    id,
    market,
    price,
    direction,
    mode,
    note,
    armed: isArmed,
    created_at: new Date(createdAt).toISOString(),
    last_fired_at: lastFiredAt === null ? null : new Date(lastFiredAt).toISOString(),
  };
}

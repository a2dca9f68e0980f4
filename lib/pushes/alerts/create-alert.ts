/** An owner sets an alert on the mark price of a market. */
import "server-only";
import { eq, sql } from "drizzle-orm";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { refusalError, ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ReaderActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { AlertDirection } from "#lib/protocol/market-knowledge.ts";
import { readPrice } from "#lib/protocol/orders/counts.ts";
import type { Market, MarketStats } from "#lib/protocol/wire/market.ts";
import {
  MAX_PRICE_ALERTS,
  type NewPriceAlert,
  type PriceAlert,
} from "#lib/protocol/wire/price-alerts.ts";
import { priceAlerts } from "#lib/pushes/schema/price-alerts.ts";
import { requireAlertWriter } from "./alert-owner.ts";
import { alertRecord } from "./alert-record.ts";
import { PRICE_DECIMALS, scaledPrice } from "./alert-rule.ts";
import { PRICE_ALERTS_ELECTION } from "./alerts-election.ts";

/** The markets and their marks. They are passed in, so that no import of pushes leads to the venue. */
export type AlertMarkets = {
  markets: () => Promise<readonly Market[]>;
  snapshot: (market: string) => { stats?: MarketStats | undefined };
};

type Call = { ctx: { actor: ReaderActor; now: number }; input: { body: NewPriceAlert } };

/**
 * The direction is from the mark of now to the price, and stays.
 * @throws MARKET_NOT_FOUND, INVALID_TICK, NUMBER_TOO_LARGE, ALERT_AT_MARK, TOO_MANY_PRICE_ALERTS,
 * MARKET_DATA_UNAVAILABLE, SIGN_IN_REQUIRED
 */
export async function createPriceAlert(
  { ctx, input: { body } }: Call,
  markets: AlertMarkets,
): Promise<PriceAlert> {
  const userId = requireAlertWriter(ctx.actor);
  const { market, mode, note } = body;
  const level = await placeAlert(body, markets);
  const row: typeof priceAlerts.$inferInsert = {
    id: newId("pal"),
    userId,
    market,
    mode,
    note,
    createdAt: ctx.now,
    isArmed: true,
    firings: 0,
    ...level,
  };
  const db = await database();
  const [stored] = await db.transaction(async (change) => {
    // The lock serializes concurrent additions, so that both are counted.
    await lockAccount(change, userId);
    const count = await change.$count(priceAlerts, eq(priceAlerts.userId, userId));
    if (count >= MAX_PRICE_ALERTS) {
      throw new ServiceError("TOO_MANY_PRICE_ALERTS", { most: MAX_PRICE_ALERTS });
    }
    await change.execute(sql`SELECT ${notifyReplicas(PRICE_ALERTS_ELECTION)}`);
    return change.insert(priceAlerts).values(row).returning();
  });
  notifyProcess(PRICE_ALERTS_ELECTION);
  if (stored === undefined) throw new Error("the price alert was not stored");
  return alertRecord(stored);
}

type AlertLevel = { price: string; direction: AlertDirection; since: number };

async function placeAlert(
  { market, price }: NewPriceAlert,
  markets: AlertMarkets,
): Promise<AlertLevel> {
  const listing = (await markets.markets()).find(({ symbol }) => symbol === market);
  if (listing === undefined) throw new ServiceError("MARKET_NOT_FOUND", { market });
  const ticks = readPrice({ scale: marketScale(listing), listing }, price, "price");
  if (typeof ticks !== "number") throw refusalError(ticks);
  const { stats } = markets.snapshot(market);
  const mark = stats?.mark_price;
  if (stats === undefined || mark === undefined || mark === null) {
    throw new ServiceError("MARKET_DATA_UNAVAILABLE");
  }
  const [wanted, current] = [scaledPrice(price), scaledPrice(mark)];
  if (wanted === current) throw new ServiceError("ALERT_AT_MARK", { price: mark });
  return {
    price: formatDecimal(wanted, PRICE_DECIMALS),
    direction: wanted > current ? "above" : "below",
    // Later marks count, also those that this replica has not read yet.
    since: stats.mark_updated_at,
  };
}

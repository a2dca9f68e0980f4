/** The market and the account when an order is proposed, as the approval page and its proposer read them. */
import "server-only";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { fillableSize, missingMargin, readAccountFacts } from "./_account-facts.ts";
import { type MarketFacts, readMarketFacts } from "./_market-facts.ts";
import { worthOf } from "./_order-rules.ts";
import type { StagedOrderRow } from "./staged-order.ts";

export type Snapshot = StagedOrderRow["snapshot"];

/**
 * Of a new order, which is checked by the market's rules.
 * @throws MARKET_NOT_FOUND, MARKET_DATA_UNAVAILABLE, and the refusals of `worthOf`
 */
export async function snapshotOf(
  { order, protection }: Pick<StagedOrderRow, "order" | "protection">,
  account: string,
  now: number,
): Promise<Snapshot> {
  const facts = await readMarketFacts(order.market);
  const { position, records } =
    (await readAccountFacts({ account, market: order.market, now })) ?? {};
  const fields = placeOrderFields(order);
  return {
    ...marketSnapshot(facts),
    ...worthOf(fields, protection.map(placeOrderFields), facts, { position, records }),
    margin_missing: missingMargin(fields, facts, records),
    fillable: fillableSize(fields, facts),
    position: position ?? null,
  };
}

/** The prices alone, without what an order would cost. */
export function marketSnapshot(facts: MarketFacts) {
  return {
    mark_price: facts.mark,
    mark_updated_at: facts.markedAt === null ? null : new Date(facts.markedAt).toISOString(),
    best_bid: facts.bid,
    best_ask: facts.ask,
  };
}

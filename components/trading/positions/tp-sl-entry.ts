/** A position as the entry of its take profit and stop loss, so that they follow the ticket's rules. */
import type { Entry } from "#components/trading/ticket/tp-sl.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import { priceTicks, signedLots } from "#lib/protocol/orders/holdings.ts";
import { magnitude } from "#lib/protocol/orders/margin.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { isLong } from "./position-orders.ts";

type Terms = { market: Market; markTicks: bigint; feeDiscountPpm: bigint };

/** The part of `lots` and its share of the position's cost. The fee of the entry is already paid. */
export function entryOfPosition(
  position: Pick<PositionRecord, "size" | "cost" | "liquidation_price">,
  lots: bigint,
  terms: Terms,
): Entry {
  const scale = marketScale(terms.market);
  const held = magnitude(signedLots(position.size, scale));
  const cost = magnitude(parseSigned(position.cost, MONEY_DECIMALS) ?? 0n);
  return {
    ...terms,
    scale,
    side: isLong(position) ? "BUY" : "SELL",
    lots,
    value: held === 0n ? 0n : (cost * lots) / held,
    fee: 0n,
    liquidationTicks: priceTicks(position.liquidation_price, scale),
  };
}

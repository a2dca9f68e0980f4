/** The account's records as the integers that margin is computed with. */
import { parseSigned } from "#components/format.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import type { OrderBook } from "#lib/protocol/market-data.ts";
import {
  type Market,
  type MarketScale,
  MONEY_DECIMALS,
  marketScale,
} from "#lib/protocol/markets.ts";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/orders.ts";
import { type Holdings, type Level, openLoss } from "./preview.ts";

export type AccountRecords = {
  account: AccountRecord | null | undefined;
  positions: readonly PositionRecord[] | undefined;
  orders: readonly OrderRecord[] | undefined;
};

/** Holdings in one market; an account that is not known yet counts as empty. */
export function holdingsOf(records: AccountRecords, market: Market, markTicks: bigint): Holdings {
  const scale = marketScale(market);
  const position = records.positions?.find((one) => one.market === market.symbol);
  const exposure = {
    size: position ? signedLots(position.size, scale) : 0n,
    cost: position ? (parseSigned(position.cost, MONEY_DECIMALS) ?? 0n) : 0n,
    openBuy: 0n,
    openSell: 0n,
    openLoss: 0n,
  };
  for (const order of records.orders ?? []) {
    // An order that waits for its trigger reserves no margin.
    if (order.market !== market.symbol || order.status === "UNTRIGGERED") continue;
    const lots = signedLots(order.remaining_size, scale);
    if (order.side === "BUY") exposure.openBuy += lots;
    else exposure.openSell += lots;
    const ticks = priceTicks(order.price, scale);
    if (ticks !== undefined)
      exposure.openLoss += openLoss(order.side, ticks, lots, { markTicks, scale });
  }
  return {
    exposure,
    accountValue: parseSigned(records.account?.account_value ?? "0", MONEY_DECIMALS) ?? 0n,
    initialMargin: parseSigned(records.account?.initial_margin ?? "0", MONEY_DECIMALS) ?? 0n,
    feeDiscountPpm: BigInt(records.account?.fee_discount_ppm ?? 0),
  };
}

/** A price as ticks; `undefined` for none, or for one that is no multiple of the tick. */
export function priceTicks(
  price: string | null | undefined,
  scale: MarketScale,
): bigint | undefined {
  const units = price ? parseDecimal(price, scale.priceDecimals) : undefined;
  return units === undefined || units % scale.tickUnits !== 0n
    ? undefined
    : units / scale.tickUnits;
}

/** A signed size as lots. */
export function signedLots(size: string, scale: MarketScale): bigint {
  return (parseSigned(size, scale.sizeDecimals) ?? 0n) / scale.lotUnits;
}

/** Profit of a position at a mark: exact, in 1e-9 USDC. */
export function unrealizedPnl(
  position: PositionRecord,
  markTicks: bigint,
  scale: MarketScale,
): bigint {
  const cost = parseSigned(position.cost, MONEY_DECIMALS) ?? 0n;
  return signedLots(position.size, scale) * markTicks * scale.valueOfTickLot - cost;
}

/** One side of the book as integer levels, best first. */
export function bookLevels(
  book: OrderBook | undefined,
  side: "asks" | "bids",
  scale: MarketScale,
): Level[] {
  const levels: Level[] = [];
  for (const [price, size] of Object.entries(book?.[side] ?? {})) {
    const ticks = priceTicks(price, scale);
    if (ticks !== undefined) levels.push({ ticks, lots: signedLots(size, scale) });
  }
  const up = side === "asks" ? 1 : -1;
  return levels.toSorted((a, b) => (a.ticks < b.ticks ? -up : a.ticks > b.ticks ? up : 0));
}

/** Converts an account's records to the integers that margin is computed with. */
import { parseDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { type MarketScale, MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market, OrderBook } from "#lib/protocol/wire/market.ts";
import { leverageOf, leverageRatio, profitAt } from "./margin.ts";
import { type Holdings, type IsolatedArithmetic, marginOf } from "./order-preview.ts";
import { isReduceOnly } from "./orders.ts";
import { type Level, type OwnOrder } from "./plan-fills.ts";

/** The venue's records from which margin is computed. */
export type AccountRecords = {
  account:
    | Pick<
        AccountRecord,
        | "balance"
        | "account_value"
        | "initial_margin"
        | "maintenance_margin"
        | "fee_discount_ppm"
        | "leverage"
      >
    | null
    | undefined;
  positions:
    | readonly Pick<
        PositionRecord,
        "market" | "size" | "cost" | "mark_price" | "unsettled_funding" | "isolated_wallet"
      >[]
    | undefined;
  orders:
    | readonly Pick<
        OrderRecord,
        "id" | "market" | "side" | "price" | "remaining_size" | "flags" | "status" | "created_at"
      >[]
    | undefined;
};

/**
 * The account at this market's live mark: each sum of the records contains this market at an older mark, so that part is
 * replaced by its value at the live mark. An account that is not loaded yet counts as empty. Without its `arithmetic` nothing is
 * right of a market that is isolated ({@link isIsolatedIn}).
 */
export function holdingsOf(
  records: AccountRecords,
  market: Market,
  markTicks: bigint,
  arithmetic: IsolatedArithmetic | null,
): Holdings {
  const scale = marketScale(market);
  const { account } = records;
  const record = records.positions?.find((one) => one.market === market.symbol);
  const position = {
    size: record ? signedLots(record.size, scale) : 0n,
    cost: record ? money(record.cost) : 0n,
    wallet: isIsolatedIn(account, market.symbol) ? money(record?.isolated_wallet) : null,
  };
  const orders = ownOrders(records.orders ?? [], market.symbol, scale);
  const readAt = priceTicks(record?.mark_price, scale) ?? markTicks;
  const leverage = chosenLeverage(account, market.symbol);
  const isolated = position.wallet === null ? null : arithmetic;
  const then = marginOf(position, orders, { market, scale, markTicks: readAt, leverage, isolated });
  const now = marginOf(position, orders, { market, scale, markTicks, leverage, isolated });
  return {
    position,
    orders,
    balance: money(account?.balance),
    fundingOwed: money(record?.unsettled_funding),
    accountValue: money(account?.account_value) - then.unrealizedPnl + now.unrealizedPnl,
    initialMargin: money(account?.initial_margin) - then.initialMargin + now.initialMargin,
    maintenanceMargin:
      money(account?.maintenance_margin) - then.maintenanceMargin + now.maintenanceMargin,
    feeDiscountPpm: BigInt(account?.fee_discount_ppm ?? 0),
    leverage,
    isolated,
  };
}

/** The leverage that the account chose in a market; 0 where it chose none. */
export function chosenLeverage(
  account: Pick<AccountRecord, "leverage"> | null | undefined,
  symbol: string,
): number {
  return account?.leverage?.find(({ market }) => market === symbol)?.leverage ?? 0;
}

/** Whether positions of the market have a wallet of their own. */
export function isIsolatedIn(
  account: Pick<AccountRecord, "leverage"> | null | undefined,
  symbol: string,
): boolean {
  return (
    account?.leverage?.some(({ market, mode }) => market === symbol && mode === "ISOLATED") ?? false
  );
}

/** The leverage with which the account trades in the market. */
export function tradedLeverage(
  { leverage }: Pick<Holdings, "leverage">,
  { im_ratio: ratio }: Pick<Market, "im_ratio">,
): number {
  return leverage || leverageOf(BigInt(ratio));
}

/** The leverage with which the account trades in a market, and the ratio of initial margin that it stands for. */
export function leverageTerms(
  account: Pick<AccountRecord, "leverage"> | null | undefined,
  market: Pick<Market, "symbol" | "im_ratio">,
): { leverage: number; imRatio: number } {
  const leverage = tradedLeverage({ leverage: chosenLeverage(account, market.symbol) }, market);
  return { leverage, imRatio: Math.max(market.im_ratio, Number(leverageRatio(leverage))) };
}

/** An account with this balance and nothing else, in 1e-9 USDC. */
export function cashOnly(balance: bigint): Holdings {
  return {
    position: { size: 0n, cost: 0n, wallet: null },
    orders: [],
    balance,
    fundingOwed: 0n,
    accountValue: balance,
    initialMargin: 0n,
    maintenanceMargin: 0n,
    feeDiscountPpm: 0n,
    leverage: 0,
    isolated: null,
  };
}

/** The orders in the book, oldest first; an order that waits for its trigger reserves no margin. */
export function ownOrders(
  orders: NonNullable<AccountRecords["orders"]>,
  symbol: string,
  scale: MarketScale,
): OwnOrder[] {
  return orders
    .filter((order) => order.market === symbol && order.status === "OPEN")
    .toSorted((a, b) => a.created_at - b.created_at || Number(BigInt(a.id) - BigInt(b.id)))
    .flatMap((order) => {
      const ticks = priceTicks(order.price, scale);
      const lots = signedLots(order.remaining_size, scale);
      const reduceOnly = isReduceOnly(order);
      return ticks === undefined ? [] : [{ side: order.side, ticks, lots, reduceOnly }];
    });
}

function money(text: string | undefined): bigint {
  return parseSigned(text ?? "0", MONEY_DECIMALS) ?? 0n;
}

/** A price as ticks; `undefined` when it is absent or not a multiple of the tick. */
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
  return profitAt(
    { size: signedLots(position.size, scale), cost },
    markTicks,
    scale.valueOfTickLot,
  );
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

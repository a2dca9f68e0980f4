/** What a proposed order would do to the account, with the ticket's own arithmetic. Exact integers, as there. */
import { divideHalfUp } from "#components/format.ts";
import {
  type AccountRecords,
  bookLevels,
  holdingsOf,
  priceTicks,
  signedLots,
} from "#components/order-ticket/holdings.ts";
import { type PlannedOrder, type Preview, previewOrder } from "#components/order-ticket/preview.ts";
import type { PreviewSource } from "#components/order-ticket/preview-text.ts";
import { bandEdge } from "#components/order-ticket/validation.ts";
import { formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";
import type { OrderBook } from "#lib/protocol/market-data.ts";
import { type Market, marketScale } from "#lib/protocol/markets.ts";
import { ORDER_FLAG } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";

export type Surroundings = {
  market: Market;
  mark: string | undefined;
  book: OrderBook | undefined;
  records: AccountRecords;
};

export type Effect = Pick<
  PreviewSource,
  "preview" | "lots" | "triggerTicks" | "scale" | "edgeTicks" | "holdings" | "markTicks"
>;

/** Parts per million that a rate is shown in. */
const MILLION = 1_000_000n;
/** More than the prices of any market have. */
const PRICE_DECIMALS = 12;

export function effectOf(
  order: PlaceOrderFields,
  { market, mark, book, records }: Surroundings,
): Effect {
  const scale = marketScale(market);
  const markTicks = priceTicks(mark, scale);
  const lots = signedLots(order.size, scale);
  const holdings = holdingsOf(records, market, markTicks ?? 0n);
  const triggerTicks = priceTicks(order.trigger_price, scale);
  const known = { lots, triggerTicks, scale, holdings, markTicks };
  if (markTicks === undefined) return { ...known, edgeTicks: undefined, preview: undefined };
  const edgeTicks = bandEdge(market, markTicks, order.side);
  const limitTicks = priceTicks(order.price, scale) ?? edgeTicks;
  const opposite = bookLevels(book, order.side === "BUY" ? "asks" : "bids", scale);
  // An order that waits for its trigger trades later, with another book.
  const preview: Preview | undefined =
    triggerTicks === undefined && book !== undefined
      ? previewOrder(planned(order, lots, limitTicks), holdings, {
          market,
          scale,
          markTicks,
          opposite,
        })
      : undefined;
  return { ...known, edgeTicks, preview };
}

function planned(order: PlaceOrderFields, lots: bigint, limitTicks: bigint): PlannedOrder {
  return {
    side: order.side,
    lots,
    limitTicks,
    rests: order.order_type === "LIMIT" && order.time_in_force === "GTC",
    allOrNothing: order.time_in_force === "FOK",
    reduceOnly: (order.flags & ORDER_FLAG.REDUCE_ONLY) !== 0,
  };
}

/** How far `now` is from `then` as a rate such as `0.0123`; `undefined` where one of them is not known. */
export function sinceThen(
  then: string | null | undefined,
  now: string | undefined,
): string | undefined {
  const before = then ? parseDecimal(then, PRICE_DECIMALS) : undefined;
  const after = now ? parseDecimal(now, PRICE_DECIMALS) : undefined;
  if (before === undefined || after === undefined || before === 0n) return undefined;
  return formatFixed(divideHalfUp((after - before) * MILLION, before), 6);
}

/** The orders that close, reverse or protect a position. */
import { compareDecimals } from "#components/trading/tables/columns.ts";
import { decimalPlaces, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG, type Side } from "#lib/protocol/enumerations.ts";
import {
  firesRising,
  isReduceOnly,
  NO_TRIGGER,
  type PlaceOrderFields,
} from "#lib/protocol/orders/orders.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";

export function isLong({ size }: { size: string }): boolean {
  return !size.startsWith("-");
}

/** The size without its sign, as text of the venue. */
export function heldSize({ size }: { size: string }): string {
  return size.replace("-", "");
}

/** The side that reduces the position. */
export function closingSide(position: { size: string }): Side {
  return isLong(position) ? "SELL" : "BUY";
}

/** Closes the whole position at market. Reduce-only, so it is safe if the position changes meanwhile. */
export function closeOrder(position: Pick<PositionRecord, "market" | "size">): PlaceOrderFields {
  return {
    market: position.market,
    side: closingSide(position),
    size: heldSize(position),
    price: null,
    order_type: "MARKET",
    flags: ORDER_FLAG.REDUCE_ONLY,
    time_in_force: "IOC",
    ...NO_TRIGGER,
  };
}

/** Closes a part, reduce-only: at market, or at a price in the book. */
export function partCloseOrder(
  position: Pick<PositionRecord, "market" | "size">,
  { size, price }: { size: string; price: string | null },
): PlaceOrderFields {
  const atMarket = { ...closeOrder(position), size };
  return price === null
    ? atMarket
    : { ...atMarket, price, order_type: "LIMIT", time_in_force: "GTC" };
}

/**
 * One market order of twice the size: the first half closes the position, the second opens the same size the other way.
 * The venue checks both halves together, so a refusal leaves the position as it was, and nothing can happen between
 * them. It cannot be reduce-only, because the second half opens. The venue requires the margin of the new position from
 * the account's value after the first half's profit or loss and the fees of both.
 */
export function reverseOrder(position: Pick<PositionRecord, "market" | "size">): PlaceOrderFields {
  return { ...closeOrder(position), size: doubled(heldSize(position)), flags: 0 };
}

type ProtectingOrder = Pick<
  OrderRecord,
  "market" | "side" | "order_type" | "flags" | "trigger_price" | "status"
>;

/** The orders that protect a position, the nearest to fire first; without those that wait for an entry. */
export function protectionOf<Order extends ProtectingOrder>(
  position: Pick<PositionRecord, "market" | "size">,
  orders: readonly Order[],
): { takeProfit: Order[]; stopLoss: Order[] } {
  const side = closingSide(position);
  const ordersOf = (kind: "TAKE_PROFIT_MARKET" | "STOP_LOSS_MARKET") => {
    const rising = orders
      .filter(
        (order) =>
          order.market === position.market &&
          order.side === side &&
          order.order_type === kind &&
          order.status !== "WAITING" &&
          isReduceOnly(order),
      )
      .toSorted((a, b) => compareDecimals(a.trigger_price, b.trigger_price));
    return firesRising(kind, side) ? rising : rising.reverse();
  };
  return {
    takeProfit: ordersOf("TAKE_PROFIT_MARKET"),
    stopLoss: ordersOf("STOP_LOSS_MARKET"),
  };
}

/** More decimals than any market's size has. */
const SIZE_DECIMALS = 18;

/**
 * How much of a position these orders close: whole percents, rounded down, and the size that none of them closes, as a
 * decimal; `missing` is `undefined` when they close all of it.
 */
export function coverOf(
  position: Pick<PositionRecord, "size">,
  orders: readonly Pick<OrderRecord, "remaining_size">[],
): { percent: bigint; missing: string | undefined } {
  const units = (text: string) => parseDecimal(text, SIZE_DECIMALS) ?? 0n;
  const held = units(heldSize(position));
  const closed = orders.reduce((sum, order) => sum + units(order.remaining_size), 0n);
  if (closed >= held) return { percent: 100n, missing: undefined };
  return {
    percent: (closed * 100n) / held,
    missing: formatDecimal(held - closed, SIZE_DECIMALS),
  };
}

/** The sum of two sizes, as a decimal. */
export function sumOfSizes(one: string, other: string): string {
  const [a = 0n, b = 0n] = [one, other].map((text) => parseDecimal(text, SIZE_DECIMALS));
  return formatDecimal(a + b, SIZE_DECIMALS);
}

/**
 * The open orders that a reversal ends: those that only reduce, because the position that they reduce is closed, and
 * those in the way of its own market order, with which the venue does not trade.
 */
export function endedByReversal<
  Order extends Pick<OrderRecord, "market" | "side" | "flags" | "status">,
>(
  position: Pick<PositionRecord, "market" | "size">,
  orders: readonly Order[],
): { reducing: Order[]; inTheWay: Order[] } {
  const here = orders.filter(({ market }) => market === position.market);
  const reducing = here.filter(isReduceOnly);
  const inTheWay = here.filter(
    (order) =>
      !isReduceOnly(order) && order.status === "OPEN" && order.side !== closingSide(position),
  );
  return { reducing, inTheWay };
}

function doubled(size: string): string {
  const places = decimalPlaces(size);
  const units = parseDecimal(size, places);
  if (units === undefined) throw new TypeError("The position has no size.");
  return formatDecimal(2n * units, places);
}

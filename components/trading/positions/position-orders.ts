/** The orders that leave, turn round or protect a position: what is signed when a button of its row is pressed. */
import { decimalPlaces, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG, type PositionRecord, type Side } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";

const MARK_PRICE = 1;

export function isLong({ size }: { size: string }): boolean {
  return !size.startsWith("-");
}

/** The size without its sign, as the venue writes it. */
export function heldSize({ size }: { size: string }): string {
  return size.replace("-", "");
}

/** The side that makes the position smaller. */
export function closingSide(position: { size: string }): Side {
  return isLong(position) ? "SELL" : "BUY";
}

/** Closes all of it at once at the book's prices. It can only reduce, whatever happens to the position meanwhile. */
export function closeOrder(position: Pick<PositionRecord, "market" | "size">): PlaceOrderFields {
  return {
    market: position.market,
    side: closingSide(position),
    size: heldSize(position),
    price: null,
    order_type: "MARKET",
    flags: ORDER_FLAG.REDUCE_ONLY,
    time_in_force: "IOC",
    trigger_price: null,
    trigger_source: null,
  };
}

/** Waits in the book for its price, and can only reduce. */
export function limitCloseOrder(
  position: Pick<PositionRecord, "market" | "size">,
  terms: { size: string; price: string },
): PlaceOrderFields {
  return {
    ...closeOrder(position),
    size: terms.size,
    price: terms.price,
    order_type: "LIMIT",
    time_in_force: "GTC",
  };
}

/**
 * One market order of twice the size: its first half closes the position, its second opens the same size the other way.
 * One order and not two: the venue judges both halves together, so that a refusal leaves the position as it was, and
 * nothing can come between them. It can not be reduce-only, since its second half opens. The venue wants the margin of
 * the new position on what the account is worth after the first half's profit or loss and the fees of both.
 */
export function reverseOrder(position: Pick<PositionRecord, "market" | "size">): PlaceOrderFields {
  return { ...closeOrder(position), size: doubled(heldSize(position)), flags: 0 };
}

export type ProtectionKind = "TAKE_PROFIT_MARKET" | "STOP_LOSS_MARKET";

/** Waits for the mark to reach its trigger, then closes the size at market. It can only reduce. */
export function protectOrder(
  position: Pick<PositionRecord, "market" | "size">,
  terms: { kind: ProtectionKind; size: string; trigger: string },
): PlaceOrderFields {
  return {
    ...closeOrder(position),
    size: terms.size,
    order_type: terms.kind,
    // It waits: an order that waits is good until it is cancelled, whatever its fill does in the end.
    time_in_force: "GTC",
    trigger_price: terms.trigger,
    trigger_source: MARK_PRICE,
  };
}

function doubled(size: string): string {
  const places = decimalPlaces(size);
  const units = parseDecimal(size, places);
  if (units === undefined) throw new TypeError("The position has no size.");
  return formatDecimal(2n * units, places);
}

/** An order's signed fields as integers, and whether they make sense together. */
import { type Refusal, refusal } from "#lib/platform/errors.ts";
import { isDecimal } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG, type OrderType, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { COUNT_LIMIT, type MarketState } from "./market-state.ts";
import type { VenueState } from "./venue-state.ts";

export type Terms = { market: MarketState; size: number; ticks: number; triggerTicks: number };

export function isTriggerType(type: OrderType): boolean {
  return type === "TAKE_PROFIT_MARKET" || type === "STOP_LOSS_MARKET";
}

/** What is wrong with the fields whatever the state of the venue is. */
export function orderTermsProblem(order: PlaceOrderFields): Refusal | undefined {
  const wrong = (reason: string) => refusal("INVALID_ORDER_TERMS", { reason });
  const { order_type: type, price, time_in_force: tif } = order;
  const isTrigger = isTriggerType(type);
  const hasTrigger = order.trigger_price !== null || order.trigger_source !== null;
  if (!isTrigger && hasTrigger) return wrong(`A ${type} order has no trigger.`);
  if (isTrigger && (order.trigger_price === null || order.trigger_source === null)) {
    return wrong(`A ${type} order needs trigger_price and trigger_source.`);
  }
  if (type === "LIMIT" ? price === null : price !== null) {
    return wrong(
      type === "LIMIT" ? "A LIMIT order needs a price." : `A ${type} order has no price.`,
    );
  }
  if (type === "MARKET" && tif === "GTC") {
    return wrong("A MARKET order needs time_in_force IOC or FOK.");
  }
  if (isTrigger && tif === "FOK") return wrong(`A ${type} order needs time_in_force GTC or IOC.`);
  const postOnly = (order.flags & ORDER_FLAG.POST_ONLY) !== 0;
  if (postOnly && (type !== "LIMIT" || tif !== "GTC")) {
    return wrong("POST_ONLY goes with a LIMIT order that is GTC.");
  }
  return undefined;
}

/** The fields as counts of the market's ticks and lots. */
export function readTerms(state: VenueState, order: PlaceOrderFields): Terms | Refusal {
  const market = state.markets.get(order.market);
  if (market === undefined) return refusal("MARKET_NOT_FOUND", { market: order.market });
  const conflict = orderTermsProblem(order);
  if (conflict !== undefined) return conflict;
  const size = readSize(market, order.size);
  if (typeof size !== "number") return size;
  const ticks = order.price === null ? 0 : readPrice(market, order.price, "price");
  if (typeof ticks !== "number") return ticks;
  const triggerTicks =
    order.trigger_price === null ? 0 : readPrice(market, order.trigger_price, "trigger_price");
  if (typeof triggerTicks !== "number") return triggerTicks;
  return { market, size, ticks, triggerTicks };
}

/** Lots of a size. */
export function readSize(market: MarketState, text: string): number | Refusal {
  const { scale, listing } = market;
  const lots = countOf(text, scale.sizeDecimals, scale.lotUnits);
  if (lots === undefined || lots === 0) {
    return refusal("INVALID_LOT", { lot: listing.base_lot_size });
  }
  return lots < COUNT_LIMIT ? lots : refusal("NUMBER_TOO_LARGE", { field: "size" });
}

/** Ticks of a price. */
export function readPrice(market: MarketState, text: string, field: string): number | Refusal {
  const { scale, listing } = market;
  const ticks = countOf(text, scale.priceDecimals, scale.tickUnits);
  if (ticks === undefined || ticks === 0)
    return refusal("INVALID_TICK", { tick: listing.price_tick });
  return ticks < COUNT_LIMIT ? ticks : refusal("NUMBER_TOO_LARGE", { field });
}

const ZERO = 48;
const POINT = 46;
/** So many digits are a safe integer. */
const SAFE_DIGITS = 15;

/**
 * A decimal as a whole number of units of `unit × 10^-decimals`; `undefined` when it is none, or no decimal at all.
 * A count above {@link COUNT_LIMIT} comes back as some number that is not below it.
 */
export function countOf(text: string, decimals: number, unit: bigint): number | undefined {
  if (!isDecimal(text)) return undefined;
  let value = 0;
  let digits = 0;
  let seen = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === POINT) {
      seen = 0;
      continue;
    }
    if (seen >= decimals) {
      if (code !== ZERO) return undefined;
      continue;
    }
    if (seen >= 0) seen += 1;
    value = value * 10 + (code - ZERO);
    if (value > 0) digits += 1;
  }
  for (let missing = decimals - Math.max(seen, 0); missing > 0; missing -= 1) {
    value *= 10;
    if (value > 0) digits += 1;
  }
  if (digits > SAFE_DIGITS) return COUNT_LIMIT;
  const step = Number(unit);
  return value % step === 0 ? value / step : undefined;
}

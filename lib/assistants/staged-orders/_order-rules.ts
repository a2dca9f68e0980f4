/**
 * Checks the venue's rules that do not depend on the account (spec 2, "Market") when an order is proposed: the proposer learns
 * at once what is wrong, and the user is not asked to approve an impossible order. The venue checks again.
 */
import { ServiceError } from "#lib/platform/errors.ts";
import { divideUp, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import {
  type Market,
  type MarketScale,
  MONEY_DECIMALS,
  marketScale,
  RATIO_SCALE,
} from "#lib/protocol/market/markets.ts";
import { tradingFee } from "#lib/protocol/orders/margin.ts";
import {
  ORDER_FLAG,
  type PlaceOrderFields,
  TRIGGER_SOURCE_CODE,
} from "#lib/protocol/orders/orders.ts";
import type { MarketFacts } from "./_market-facts.ts";

/** The venue counts ticks and lots below this. */
const COUNT_LIMIT = 2n ** 40n;

/** On an older mark no new risk is accepted (docs/decisions/004-what-the-venue-chose.md). */
const MARK_STALE_MS = 5_000;

/** In USDC, as decimals. */
export type Worth = { notional: string; fee: string; initial_margin: string };

type Measured = {
  scale: MarketScale;
  /** In ticks; 0: none. */
  price: bigint;
  trigger: bigint;
  lots: bigint;
  mark: bigint;
};

/**
 * Checks the rules and values the order. `position`: signed size as a decimal; `undefined` when it is unknown.
 * @throws INVALID_ORDER_TERMS, INVALID_LOT, INVALID_TICK, NUMBER_TOO_LARGE, MARKET_HALTED, MARKET_POST_ONLY,
 * MARKET_REDUCE_ONLY, REDUCE_ONLY_WOULD_INCREASE, MARK_UNAVAILABLE, MARK_STALE, MIN_NOTIONAL, PRICE_BAND, POST_ONLY_WOULD_CROSS,
 * INVALID_TRIGGER_PRICE
 */
export function worthOf(
  order: PlaceOrderFields,
  facts: MarketFacts,
  position: string | undefined,
): Worth {
  requireTerms(order);
  const { market } = facts;
  const measured = measure(order, facts);
  const held = heldAgainst(order, position, measured.scale);
  requireStatus(order, market, held, measured.lots);
  requireFreshMark(order, facts, held, measured.lots);
  requireValue(order, market, measured);
  requireBand(order, market, measured);
  requireNoCross(order, facts, measured);
  requireTrigger(order, facts, measured);
  return worthWhen(order, facts, measured, held);
}

/** `held`: lots of the position that the order would reduce. */
function worthWhen(
  order: PlaceOrderFields,
  facts: MarketFacts,
  measured: Measured,
  held: bigint | undefined,
): Worth {
  const isReduceOnly = has(order, "REDUCE_ONLY");
  const lots = isReduceOnly && held !== undefined ? least(measured.lots, held) : measured.lots;
  const added = isReduceOnly ? 0n : lots - least(lots, greatest(held ?? 0n, 0n));
  const dearest = dearestTicks(order, facts, measured) * lots * measured.scale.valueOfTickLot;
  const { taker_fee: fee, im_ratio: ratio } = facts.market;
  const margin = divideUp(valueOf({ ...measured, lots: added }) * BigInt(ratio), RATIO_SCALE);
  return {
    notional: formatDecimal(valueOf({ ...measured, lots }), MONEY_DECIMALS),
    fee: formatDecimal(tradingFee(dearest, BigInt(fee)), MONEY_DECIMALS),
    initial_margin: formatDecimal(margin, MONEY_DECIMALS),
  };
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** The fee grows with the price, for sales too: a limit sale that crosses the book fills at its limit or above. */
function dearestTicks(
  order: PlaceOrderFields,
  { bid, ask }: MarketFacts,
  { price, trigger, mark, scale }: Measured,
): bigint {
  if (trigger !== 0n) return trigger;
  const best = order.side === "BUY" ? ask : bid;
  const opposite = best === null ? 0n : marketTicks(best, scale);
  if (price === 0n) return greatest(mark, opposite);
  const isMet = order.side === "SELL" && opposite >= price;
  return isMet ? greatest(mark, opposite) : price;
}

const isTriggerType = ({ order_type: type }: PlaceOrderFields): boolean =>
  type === "TAKE_PROFIT_MARKET" || type === "STOP_LOSS_MARKET";

const has = (order: PlaceOrderFields, flag: keyof typeof ORDER_FLAG): boolean =>
  (order.flags & ORDER_FLAG[flag]) !== 0;

/** Checks combinations of fields. */
function requireTerms(order: PlaceOrderFields): void {
  const reason = termsProblem(order);
  if (reason !== undefined) throw new ServiceError("INVALID_ORDER_TERMS", { reason });
}

function termsProblem(order: PlaceOrderFields): string | undefined {
  const { order_type: type, price, time_in_force: tif } = order;
  const hasTrigger = order.trigger_price !== null;
  if (hasTrigger !== isTriggerType(order)) {
    return hasTrigger ? `A ${type} order has no trigger.` : `A ${type} order needs trigger_price.`;
  }
  if (type === "LIMIT" && price === null) return "A LIMIT order needs a price.";
  if (type !== "LIMIT" && price !== null) return `A ${type} order has no price.`;
  if (type === "MARKET" && tif === "GTC") return "A MARKET order needs time_in_force IOC or FOK.";
  if (hasTrigger && tif === "FOK") return `A ${type} order needs time_in_force GTC or IOC.`;
  if (has(order, "POST_ONLY") && (type !== "LIMIT" || tif !== "GTC")) {
    return "POST_ONLY goes with a LIMIT order that is GTC.";
  }
  return undefined;
}

function measure(order: PlaceOrderFields, { market, mark }: MarketFacts): Measured {
  const scale = marketScale(market);
  const lots = countOf(order.size, scale.sizeDecimals, scale.lotUnits);
  if (lots === undefined) throw new ServiceError("INVALID_LOT", { lot: market.base_lot_size });
  if (lots >= COUNT_LIMIT) throw new ServiceError("NUMBER_TOO_LARGE", { field: "size" });
  return {
    scale,
    lots,
    price: ticksOf(order.price, "price", market, scale),
    trigger: ticksOf(order.trigger_price, "trigger_price", market, scale),
    mark: mark === null ? 0n : marketTicks(mark, scale),
  };
}

/** Number of units in a positive multiple of `unit`; `undefined` for any other value. */
function countOf(text: string, decimals: number, unit: bigint): bigint | undefined {
  const units = parseDecimal(text, decimals);
  if (units === undefined || units === 0n || units % unit !== 0n) return undefined;
  return units / unit;
}

function ticksOf(text: string | null, field: string, market: Market, scale: MarketScale): bigint {
  if (text === null) return 0n;
  const ticks = countOf(text, scale.priceDecimals, scale.tickUnits);
  if (ticks === undefined) throw new ServiceError("INVALID_TICK", { tick: market.price_tick });
  if (ticks >= COUNT_LIMIT) throw new ServiceError("NUMBER_TOO_LARGE", { field });
  return ticks;
}

/** A price from the venue, which is a multiple of the tick. */
function marketTicks(text: string, { priceDecimals, tickUnits }: MarketScale): bigint {
  return (parseDecimal(text, priceDecimals) ?? 0n) / tickUnits;
}

const priceText = (ticks: bigint, { priceDecimals, tickUnits }: MarketScale): string =>
  formatDecimal(ticks * tickUnits, priceDecimals);

/** Lots of the position that the order would reduce; `undefined` when the position is unknown. */
function heldAgainst(
  order: PlaceOrderFields,
  position: string | undefined,
  scale: MarketScale,
): bigint | undefined {
  if (position === undefined) return undefined;
  const isShort = position.startsWith("-");
  const units = parseDecimal(position.replace("-", ""), scale.sizeDecimals) ?? 0n;
  const lots = units / scale.lotUnits;
  return isShort === (order.side === "BUY") ? lots : -lots;
}

function requireStatus(
  order: PlaceOrderFields,
  { symbol, status }: Market,
  held: bigint | undefined,
  lots: bigint,
): void {
  if (status === "Halted") throw new ServiceError("MARKET_HALTED", { market: symbol });
  if (status === "PostOnly" && !has(order, "POST_ONLY")) {
    throw new ServiceError("MARKET_POST_ONLY", { market: symbol });
  }
  const isReduceOnly = has(order, "REDUCE_ONLY");
  if (isReduceOnly && held !== undefined && held <= 0n) {
    throw new ServiceError("REDUCE_ONLY_WOULD_INCREASE");
  }
  if (status === "ReduceOnly" && !isReduceOnly && (held === undefined || held < lots)) {
    throw new ServiceError("MARKET_REDUCE_ONLY", { market: symbol });
  }
}

function requireFreshMark(
  order: PlaceOrderFields,
  { markedAt, time }: MarketFacts,
  held: bigint | undefined,
  lots: bigint,
): void {
  if (markedAt === null || time - markedAt <= MARK_STALE_MS) return;
  const isReducing = has(order, "REDUCE_ONLY") || (held !== undefined && held >= lots);
  if (!isReducing) throw new ServiceError("MARK_STALE");
}

function valueOf({ price, trigger, mark, lots, scale }: Measured): bigint {
  return (price || trigger || mark) * lots * scale.valueOfTickLot;
}

function requireValue(order: PlaceOrderFields, market: Market, measured: Measured): void {
  if (measured.mark === 0n) throw new ServiceError("MARK_UNAVAILABLE");
  if (has(order, "REDUCE_ONLY")) return;
  const minimum = parseDecimal(market.min_notional, MONEY_DECIMALS) ?? 0n;
  if (valueOf(measured) < minimum) {
    throw new ServiceError("MIN_NOTIONAL", { minimum: market.min_notional });
  }
}

/** A buy may not be priced above the band, nor a sell below it. */
function requireBand(
  order: PlaceOrderFields,
  market: Market,
  { price, mark, scale }: Measured,
): void {
  if (price === 0n) return;
  const band = BigInt(market.price_band_ratio);
  const high = (mark * (RATIO_SCALE + band)) / RATIO_SCALE;
  const low = divideUp(mark * (RATIO_SCALE - band), RATIO_SCALE);
  if (order.side === "BUY" ? price <= high : price >= low) return;
  throw new ServiceError("PRICE_BAND", {
    low: priceText(low, scale),
    high: priceText(high, scale),
  });
}

function requireNoCross(
  order: PlaceOrderFields,
  { bid, ask }: MarketFacts,
  { price, scale }: Measured,
): void {
  const best = order.side === "BUY" ? ask : bid;
  if (!has(order, "POST_ONLY") || best === null) return;
  const opposite = marketTicks(best, scale);
  if (order.side === "BUY" ? price < opposite : price > opposite) return;
  throw new ServiceError("POST_ONLY_WOULD_CROSS", { bid: bid ?? "none", ask: ask ?? "none" });
}

/** A trigger price that is already reached would fire at once. */
function requireTrigger(
  order: PlaceOrderFields,
  facts: MarketFacts,
  { trigger, mark, scale }: Measured,
): void {
  if (trigger === 0n) return;
  const isByMark = order.trigger_source === TRIGGER_SOURCE_CODE.MarkPrice;
  const current = isByMark ? mark : marketTicks(facts.lastTrade ?? "0", scale);
  if (current === 0n) return;
  const isRising = (order.order_type === "STOP_LOSS_MARKET") === (order.side === "BUY");
  if (isRising ? current < trigger : current > trigger) return;
  const where = isRising ? "above" : "below";
  const what = isByMark ? "mark" : "last trade";
  const reason = `it must lie ${where} the ${what}, ${priceText(current, scale)}`;
  throw new ServiceError("INVALID_TRIGGER_PRICE", { reason });
}

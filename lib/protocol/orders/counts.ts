/**
 * An order, its market and what the account has in it, as counts of ticks and lots: what the rules of an order compare
 * (rules.ts).
 *
 * Counts are whole `number`s below 2^40: exact, and a match allocates nothing for them. The types are the parts of the engine's
 * own records that a rule reads, so that the engine passes its records as they are.
 */
import { isDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import type { Grouping, OrderType, Side, TimeInForce } from "#lib/protocol/enumerations.ts";
import {
  type MarketScale,
  MONEY_DECIMALS,
  marketScale,
  RATIO_SCALE,
} from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

/** Ticks and lots stay below this. */
export const COUNT_LIMIT = 2 ** 40;
/** The figures of each refusal, as the catalogue's sentence takes them (lib/kernel/errors/error-catalogue.ts). */
type Contexts = {
  INVALID_ORDER_TERMS: { reason: string };
  INVALID_LOT: { lot: string };
  INVALID_TICK: { tick: string };
  NUMBER_TOO_LARGE: { field: "size" | PriceField };
  MARKET_HALTED: { market: string };
  MARKET_POST_ONLY: { market: string };
  MARKET_REDUCE_ONLY: { market: string };
  MARK_UNAVAILABLE: object;
  MARK_STALE: object;
  TOO_MANY_OPEN_ORDERS: { limit: number };
  MIN_NOTIONAL: { minimum: string };
  PRICE_BAND: { low: string; high: string };
  POST_ONLY_WOULD_CROSS: { bid: string; ask: string };
  REDUCE_ONLY_WOULD_INCREASE: object;
  INVALID_TRIGGER_PRICE: { reason: string };
  GROUP_COUNT: { grouping: Grouping };
  GROUP_TYPE: { number: number; allowed: string };
  GROUP_DUPLICATED_TYPE: { type: OrderType };
  GROUP_MARKET: object;
  GROUP_SIDE: { side: Side };
  GROUP_SIZE: { reason: string };
  GROUP_FLAGS: { number: number };
  GROUP_PRICE: { number: number; reason: string };
  NO_POSITION: { market: string };
};

/** The rule that an order breaks: a code of the catalogue and its figures. */
export type OrderRefusal = {
  [Code in keyof Contexts]: { readonly code: Code; readonly context: Contexts[Code] };
}[keyof Contexts];

export type PriceField = "price" | "trigger_price";

/** The steps of a market's sizes and prices. */
export type MarketSteps = {
  listing: Pick<Market, "base_lot_size" | "price_tick">;
  scale: MarketScale;
};

export type CountedMarket = MarketSteps & {
  listing: Pick<Market, "symbol" | "status" | "min_notional">;
  terms: { minimumTickLots: number };
  /** 0 before the first mark. */
  markTicks: number;
  /** When the mark was accepted, Unix milliseconds. */
  markTime: number;
  /** The worst prices at which a buy and a sell may trade. */
  highestBuy: number;
  lowestSell: number;
  /** 0 before the first trade. */
  lastTradeTicks: number;
  /** The best price of a side; 0 when it is empty. */
  book: { bestTicks: (side: Side) => number };
};

/** What the account has in the market. */
export type CountedHolding = {
  /** Signed lots. */
  size: number;
  /** Lots of resting orders; the reduce-only ones are in the sum of their side too. */
  openBuy: number;
  openSell: number;
  openReduceOnly: number;
  /** Orders that rest, and orders that wait for their trigger. */
  orders: { readonly size: number };
  untriggered: { readonly size: number };
  /** Open orders in all markets. */
  account: { openOrders: number };
};

export type CountedOrder = {
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  flags: number;
  size: number;
  /** What has not traded; the size of a new order. */
  remaining: number;
  /** 0 for an order without a price, or without a trigger. */
  ticks: number;
  triggerTicks: number;
  triggerSource: 0 | 1 | null;
};

/** The worst price that the band around the mark allows for a side, rounded inwards. */
export function bandEdge(
  { price_band_ratio: ratio }: Pick<Market, "price_band_ratio">,
  markTicks: bigint,
  side: Side,
): bigint {
  const band = BigInt(ratio);
  if (side === "BUY") return (markTicks * (RATIO_SCALE + band)) / RATIO_SCALE;
  return (markTicks * (RATIO_SCALE - band) + RATIO_SCALE - 1n) / RATIO_SCALE;
}

/** Least ticks × lots of an order. */
export function minimumTickLots(listing: Market): number {
  const { valueOfTickLot } = marketScale(listing);
  const minimum = parseDecimal(listing.min_notional, MONEY_DECIMALS) ?? 0n;
  return Number((minimum + valueOfTickLot - 1n) / valueOfTickLot);
}

/** The prices of a market as clients read them; `undefined`: there is none. */
export type MarketPrices = {
  markTicks: bigint | undefined;
  /** Unix milliseconds. */
  markTime: number;
  lastTicks: bigint | undefined;
  bidTicks: bigint | undefined;
  askTicks: bigint | undefined;
};

export function countedMarket(
  listing: Market,
  prices: MarketPrices,
): CountedMarket & { listing: Market } {
  const { markTicks = 0n, markTime, lastTicks, bidTicks, askTicks } = prices;
  return {
    listing,
    scale: marketScale(listing),
    terms: { minimumTickLots: minimumTickLots(listing) },
    markTicks: Number(markTicks),
    markTime,
    highestBuy: Number(bandEdge(listing, markTicks, "BUY")),
    lowestSell: Number(bandEdge(listing, markTicks, "SELL")),
    lastTradeTicks: Number(lastTicks ?? 0n),
    book: { bestTicks: (side) => Number((side === "BUY" ? bidTicks : askTicks) ?? 0n) },
  };
}

type OpenOrder = { side: Side; lots: bigint; reduceOnly: boolean };

/** `orders` rest in this market; `open` counts all of the account's orders, in this market and in all. */
export function countedHolding(
  size: bigint,
  orders: readonly OpenOrder[],
  open: { inMarket: number; all: number },
): CountedHolding {
  const sum = (counts: (order: OpenOrder) => boolean) =>
    orders.reduce((lots, order) => (counts(order) ? lots + Number(order.lots) : lots), 0);
  return {
    size: Number(size),
    openBuy: sum(({ side }) => side === "BUY"),
    openSell: sum(({ side }) => side === "SELL"),
    openReduceOnly: sum(({ reduceOnly }) => reduceOnly),
    orders: { size: open.inMarket },
    untriggered: { size: 0 },
    account: { openOrders: open.all },
  };
}

/** Lots of a size. */
export function readSize({ scale, listing }: MarketSteps, text: string): number | OrderRefusal {
  const lots = countOf(text, scale.sizeDecimals, scale.lotUnits);
  if (lots === undefined || lots === 0) {
    return { code: "INVALID_LOT", context: { lot: listing.base_lot_size } };
  }
  return lots < COUNT_LIMIT ? lots : { code: "NUMBER_TOO_LARGE", context: { field: "size" } };
}

/** Ticks of a price. */
export function readPrice(
  { scale, listing }: MarketSteps,
  text: string,
  field: PriceField,
): number | OrderRefusal {
  const ticks = countOf(text, scale.priceDecimals, scale.tickUnits);
  if (ticks === undefined || ticks === 0) {
    return { code: "INVALID_TICK", context: { tick: listing.price_tick } };
  }
  return ticks < COUNT_LIMIT ? ticks : { code: "NUMBER_TOO_LARGE", context: { field } };
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

/** A perpetual market as `GET /v1/markets` lists it, and the integers that arithmetic needs. */
import { type Decimal, decimalPlaces, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";

export type Asset = { symbol: string; decimals: number };

/** What an operator allows in a market; cancels are accepted in every state. */
export const MARKET_STATUSES = ["Normal", "PostOnly", "ReduceOnly", "Halted"] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** Ratios are integers in parts of `ratio_scale` (1,000,000). */
export type Market = {
  id: number;
  symbol: string;
  base_asset: Asset;
  quote_asset: Asset;
  kind: "Perpetual";
  flags: number;
  status: MarketStatus;
  base_lot_size: Decimal;
  price_tick: Decimal;
  min_notional: Decimal;
  /** Farthest from the mark that an order may be priced or filled. */
  price_band_ratio: number;
  im_ratio: number;
  mm_ratio: number;
  liquidation_fee: number;
  maker_fee: number;
  taker_fee: number;
  risk_factor: number;
  /** The premium's average forgets half of its past in this time. */
  funding_ema_half_life_seconds: number;
  /** The period of a funding rate, which is charged by the second. */
  funding_period_seconds: number;
  /** Rate that funding tends to when there is no premium. */
  funding_interest_rate: number;
  /** Maximum by which the interest may move the rate away from the premium. */
  funding_interest_clamp: number;
  /** Largest rate of a period, either way. */
  funding_rate_cap: number;
  /** Quote value at which the book's impact prices are read. */
  impact_notional: Decimal;
  ratio_scale: number;
};

/** Money is counted in 1e-9 USDC. */
export const MONEY_DECIMALS = 9;
export const RATIO_SCALE = 1_000_000n;

/** Integer view of a market: a price is a count of ticks, a size a count of lots. */
export type MarketScale = {
  priceDecimals: number;
  sizeDecimals: number;
  /** One tick in units of `10 ** -priceDecimals`. */
  tickUnits: bigint;
  /** One lot in units of `10 ** -sizeDecimals`. */
  lotUnits: bigint;
  /** Worth of one lot at a price of one tick, in 1e-9 USDC, so that price × size is exact. */
  valueOfTickLot: bigint;
};

/** @throws RangeError when tick and lot together have more than nine decimals (price × size would round). */
export function marketScale(market: Pick<Market, "price_tick" | "base_lot_size">): MarketScale {
  const priceDecimals = decimalPlaces(market.price_tick);
  const sizeDecimals = decimalPlaces(market.base_lot_size);
  const tickUnits = parseDecimal(market.price_tick, priceDecimals);
  const lotUnits = parseDecimal(market.base_lot_size, sizeDecimals);
  if (!tickUnits || !lotUnits || priceDecimals + sizeDecimals > MONEY_DECIMALS) {
    throw new RangeError(`tick ${market.price_tick} and lot ${market.base_lot_size} do not fit`);
  }
  const valueOfTickLot =
    tickUnits * lotUnits * 10n ** BigInt(MONEY_DECIMALS - priceDecimals - sizeDecimals);
  return { priceDecimals, sizeDecimals, tickUnits, lotUnits, valueOfTickLot };
}

/** A size as a decimal. */
export function lotsText(lots: bigint, scale: MarketScale): Decimal {
  return formatDecimal(lots * scale.lotUnits, scale.sizeDecimals);
}

/** A price as a decimal. */
export function ticksText(ticks: bigint, scale: MarketScale): Decimal {
  return formatDecimal(ticks * scale.tickUnits, scale.priceDecimals);
}

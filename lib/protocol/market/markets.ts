/** The integers that arithmetic in a market needs. */

import { type Decimal, decimalPlaces, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

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

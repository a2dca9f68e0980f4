/** Counts of the engine as the decimal strings of the wire. */
import { type Decimal, formatDecimal, formatFixed } from "#lib/protocol/decimal.ts";
import { type MarketScale, MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";

/** Digits of an average price beyond those of the tick. */
const AVERAGE_DECIMALS = 4;
const AVERAGE_SCALE = 10n ** BigInt(AVERAGE_DECIMALS);

/** `amount` in 1e-9 USDC. */
export function moneyText(amount: bigint): Decimal {
  return formatDecimal(amount, MONEY_DECIMALS);
}

export function ticksText(scale: MarketScale, ticks: number): Decimal {
  return formatDecimal(BigInt(ticks) * scale.tickUnits, scale.priceDecimals);
}

/**
 * A price of the book, with all digits of the tick and always a point. JavaScript moves keys such as `59029` in front of
 * `59025.1`; with a point no key looks like an integer, so that the best price stays first.
 */
export function bookPriceText(scale: MarketScale, ticks: number): Decimal {
  const price = formatFixed(BigInt(ticks) * scale.tickUnits, scale.priceDecimals);
  return scale.priceDecimals === 0 ? (`${price}.0` as Decimal) : price;
}

export function lotsText(scale: MarketScale, lots: number): Decimal {
  return formatDecimal(BigInt(lots) * scale.lotUnits, scale.sizeDecimals);
}

/** Price of `value` (1e-9 USDC) over `lots`, truncated to four decimals more than the tick has. */
export function averageText(scale: MarketScale, value: bigint, lots: number): Decimal {
  const numerator = value * scale.tickUnits * AVERAGE_SCALE;
  const ticks = numerator / (BigInt(lots) * scale.valueOfTickLot);
  return formatDecimal(ticks, scale.priceDecimals + AVERAGE_DECIMALS);
}

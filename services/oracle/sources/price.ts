/** Exact prices: integers in 1e-18 of the quote asset, from any source's own form and to a market's tick. */
import { type Decimal, formatDecimal, isDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";

/** The integers of each market that the venue lists, by symbol. */
export type Markets = ReadonlyMap<string, MarketScale>;

const PRICE_DECIMALS = 18;
/** Far above any price; it bounds the work on a source's numbers. */
const MAX_DIGITS = 40;

/** The price that a decimal string names; `undefined` for zero, a malformed one or more than 18 decimals. */
export function priceOf(text: string): bigint | undefined {
  return parseDecimal(text, PRICE_DECIMALS) || undefined;
}

/** `digits × 10 ** exponent`, exactly; `undefined` when it is negative, malformed or finer than 1e-18. */
export function scaledPrice(digits: string, exponent: number): bigint | undefined {
  if (digits.length > MAX_DIGITS || !/^\d+$/.test(digits)) return undefined;
  const shift = PRICE_DECIMALS + exponent;
  if (!Number.isInteger(shift) || shift < 0 || shift > MAX_DIGITS) return undefined;
  return BigInt(digits) * 10n ** BigInt(shift);
}

/** The price that a JSON number's text names, exactly; `undefined` for zero or a text that is not a price. */
export function priceOfNumber(text: string): bigint | undefined {
  const [, whole, fraction = "", exponent = "0"] =
    /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const used = fraction.replace(/0+$/, "");
  return scaledPrice(whole + used, Number(exponent) - used.length) || undefined;
}

/** The nearest multiple of the market's tick, half up; `undefined` when that is zero, or longer than a decimal may be. */
export function roundedPrice(price: bigint, scale: MarketScale): Decimal | undefined {
  const tick = scale.tickUnits * 10n ** BigInt(PRICE_DECIMALS - scale.priceDecimals);
  const ticks = (price + tick / 2n) / tick;
  if (ticks === 0n) return undefined;
  const text = formatDecimal(ticks * scale.tickUnits, scale.priceDecimals);
  return isDecimal(text) ? text : undefined;
}

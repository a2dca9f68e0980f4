/** The venue counts in 1e-9 USDC, the chain in base units of 1e-6. */
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";

const VENUE_UNITS = 10n ** BigInt(MONEY_DECIMALS - USDC_DECIMALS);

/** Whole base units in an amount of the venue. */
export function baseUnits(venueUnits: bigint): bigint {
  return venueUnits / VENUE_UNITS;
}

export function venueUnits(units: bigint): bigint {
  return units * VENUE_UNITS;
}

/** In 1e-9 USDC. @throws RangeError for text that is not in the venue's form */
export function venueAmount(text: string): bigint {
  const units = parseDecimal(text, MONEY_DECIMALS);
  if (units === undefined) throw new RangeError(`${text} is no amount of the venue`);
  return units;
}

/** The same of an amount that may be negative. @throws RangeError */
export function signedVenueAmount(text: string): bigint {
  return text.startsWith("-") ? -venueAmount(text.slice(1)) : venueAmount(text);
}

/** Base units as a decimal in USDC. */
export function usdcText(units: bigint): Decimal {
  return formatDecimal(units, USDC_DECIMALS);
}

/** The markets whose prices the sandbox simulates, and how lively each one is. */
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { type MarketScale, marketScale } from "#lib/protocol/market/markets.ts";

export type MarketTerms = {
  symbol: string;
  scale: MarketScale;
  /** Where the price starts and what it reverts to over weeks, in ticks. */
  baseTicks: bigint;
  /** Deviation of one second's return in 1e-12: the part shared by all markets, and the market's own. */
  commonVolatility: number;
  ownVolatility: number;
};

type Listing = {
  symbol: string;
  tick: string;
  lot: string;
  base: string;
  commonVolatility: number;
  ownVolatility: number;
};

/** Volatilities come to about 35 %, 45 % and 60 % a year in the normal regime. */
const LISTINGS: Listing[] = [
  {
    symbol: "BTCUSDC",
    tick: "0.1",
    lot: "0.00001",
    base: "64000",
    commonVolatility: 56_000_000,
    ownVolatility: 24_000_000,
  },
  {
    symbol: "ETHUSDC",
    tick: "0.01",
    lot: "0.0001",
    base: "3200",
    commonVolatility: 70_000_000,
    ownVolatility: 36_000_000,
  },
  {
    symbol: "SOLUSDC",
    tick: "0.001",
    lot: "0.01",
    base: "150",
    commonVolatility: 84_000_000,
    ownVolatility: 62_000_000,
  },
];

export const SIMULATED_MARKETS: MarketTerms[] = LISTINGS.map((listing) => {
  const scale = marketScale({
    price_tick: listing.tick as Decimal,
    base_lot_size: listing.lot as Decimal,
  });
  const base = parseDecimal(listing.base, scale.priceDecimals);
  if (base === undefined) throw new RangeError(`${listing.base} has too many decimals`);
  return {
    symbol: listing.symbol,
    scale,
    baseTicks: base / scale.tickUnits,
    commonVolatility: listing.commonVolatility,
    ownVolatility: listing.ownVolatility,
  };
});

/** A count of ticks as the decimal price of the wire. */
export function priceText(ticks: bigint, scale: MarketScale): Decimal {
  return formatDecimal(ticks * scale.tickUnits, scale.priceDecimals);
}

/** Ticks of a decimal price; `undefined` unless it is a positive multiple of the tick. */
export function priceTicks(text: string, scale: MarketScale): bigint | undefined {
  const units = parseDecimal(text, scale.priceDecimals);
  if (units === undefined || units === 0n || units % scale.tickUnits !== 0n) return undefined;
  return units / scale.tickUnits;
}

/** Ticks of a decimal price with up to eight decimals, rounded half up; never below one tick. */
export function nearestTicks(text: string, scale: MarketScale): bigint | undefined {
  const fine = parseDecimal(text, 8);
  if (fine === undefined || fine === 0n) return undefined;
  const tick = scale.tickUnits * 10n ** BigInt(8 - scale.priceDecimals);
  const ticks = (fine + tick / 2n) / tick;
  return ticks === 0n ? 1n : ticks;
}

/** The markets that a new venue lists. They are written to an empty journal once; later changes are commands. */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

const USDC = { symbol: "USDC", decimals: 6 };

const COMMON = {
  quote_asset: USDC,
  kind: "Perpetual",
  flags: 0,
  status: "Normal",
  min_notional: "10" as Decimal,
  price_band_ratio: 100_000,
  liquidation_fee: 10_000,
  maker_fee: 150,
  taker_fee: 450,
  funding_ema_half_life_seconds: 1_800,
  funding_period_seconds: 28_800,
  funding_interest_rate: 100,
  funding_interest_clamp: 500,
  funding_rate_cap: 40_000,
  impact_notional: "10000" as Decimal,
  ratio_scale: 1_000_000,
} as const;

/** A position that the book cannot absorb needs more of its own. */
const MAJOR_TIERS = [
  { above: "2000000" as Decimal, im_ratio: 100_000 },
  { above: "10000000" as Decimal, im_ratio: 200_000 },
];

export const LISTINGS: readonly Market[] = [
  {
    ...COMMON,
    id: 1,
    symbol: "BTCUSDC",
    base_asset: { symbol: "BTC", decimals: 5 },
    price_tick: "0.1" as Decimal,
    base_lot_size: "0.00001" as Decimal,
    im_ratio: 50_000,
    margin_tiers: MAJOR_TIERS,
    mm_ratio: 25_000,
    risk_factor: 1,
  },
  {
    ...COMMON,
    id: 2,
    symbol: "ETHUSDC",
    base_asset: { symbol: "ETH", decimals: 4 },
    price_tick: "0.01" as Decimal,
    base_lot_size: "0.0001" as Decimal,
    im_ratio: 50_000,
    margin_tiers: MAJOR_TIERS,
    mm_ratio: 25_000,
    risk_factor: 1,
  },
  {
    ...COMMON,
    id: 3,
    symbol: "SOLUSDC",
    base_asset: { symbol: "SOL", decimals: 2 },
    price_tick: "0.001" as Decimal,
    base_lot_size: "0.01" as Decimal,
    im_ratio: 100_000,
    margin_tiers: [{ above: "1000000" as Decimal, im_ratio: 200_000 }],
    mm_ratio: 50_000,
    risk_factor: 2,
  },
];

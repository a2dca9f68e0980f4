/** A market, an empty draft and the texts of a language, for the tests of the ticket. */
import { featureText } from "#components/i18n/feature-text.testing.ts";
import { formatIn } from "#components/i18n/format.ts";
import type { Locale } from "#components/i18n/locales.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { DraftContext } from "./count-draft.ts";
import type { Wording } from "./ticket-text.ts";

const decimal = (text: string) => text as Decimal;

export function wordingIn(locale: Locale): Wording {
  return {
    text: featureText("ticket", locale),
    refusals: featureText("venueErrors", locale),
    format: formatIn(locale),
  };
}

export const BTC: Market = {
  id: 1,
  symbol: "BTCUSDC",
  base_asset: { symbol: "BTC", decimals: 8 },
  quote_asset: { symbol: "USDC", decimals: 6 },
  kind: "Perpetual",
  flags: 0,
  status: "Normal",
  base_lot_size: decimal("0.00001"),
  price_tick: decimal("0.1"),
  min_notional: decimal("10"),
  price_band_ratio: 100_000,
  im_ratio: 50_000,
  mm_ratio: 25_000,
  liquidation_fee: 0,
  maker_fee: 150,
  taker_fee: 450,
  risk_factor: 0,
  funding_ema_half_life_seconds: 0,
  funding_period_seconds: 28_800,
  funding_interest_rate: 100,
  funding_interest_clamp: 500,
  funding_rate_cap: 40_000,
  impact_notional: decimal("10000"),
  ratio_scale: 1_000_000,
};

/** A quiet market at 64,000. */
export const CONTEXT: DraftContext = {
  market: BTC,
  scale: marketScale(BTC),
  markTicks: 640_000n,
  lastTicks: 640_000n,
  bestBidTicks: 639_990n,
  bestAskTicks: 640_010n,
  positionLots: 0n,
  resting: [],
  openOrders: { inMarket: 0, all: 0 },
};

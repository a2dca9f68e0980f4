/** Answers of the venue's public reads. Further fields pass through untouched. */
import { z } from "zod";
import { type Decimal, isDecimal } from "#lib/protocol/decimal.ts";
import type {
  BestBidOffer,
  BlockHead,
  MarketStats,
  OrderBook,
  VenueTotals,
} from "#lib/protocol/market/market-data.ts";
import { MARKET_STATUSES, type Market } from "#lib/protocol/market/markets.ts";
import type { Trade } from "#lib/protocol/orders/orders.ts";

const decimal = z.custom<Decimal>((value) => typeof value === "string" && isDecimal(value), {
  error: "is not a decimal string",
});
const integer = z.number().int();
const asset = z.object({ symbol: z.string(), decimals: integer });

export const marketsSchema: z.ZodType<Market[]> = z.array(
  z.looseObject({
    id: integer,
    symbol: z.string().regex(/^[A-Z0-9]{2,20}$/),
    base_asset: asset,
    quote_asset: asset,
    kind: z.literal("Perpetual"),
    flags: integer,
    status: z.enum(MARKET_STATUSES),
    base_lot_size: decimal,
    price_tick: decimal,
    min_notional: decimal,
    price_band_ratio: integer,
    im_ratio: integer,
    mm_ratio: integer,
    liquidation_fee: integer,
    maker_fee: integer,
    taker_fee: integer,
    risk_factor: z.number(),
    funding_ema_half_life_seconds: integer,
    funding_period_seconds: integer,
    funding_interest_rate: integer,
    funding_interest_clamp: integer,
    funding_rate_cap: integer,
    impact_notional: decimal,
    ratio_scale: integer,
  }),
);

export const timeSchema = z.object({ server_time: integer });

export const statsRow: z.ZodType<MarketStats> = z.looseObject({
  symbol: z.string(),
  last_traded_price: decimal,
  volume_24h: decimal,
  price_change_rate_24h: z.string().regex(/^-?\d+(\.\d+)?$/),
  timestamp: integer,
  mark_price: decimal.nullable(),
  mark_updated_at: integer.nullable(),
  open_interest: decimal,
  trades_24h: integer,
  trades_today: integer,
});

/** The rows are checked one by one, so that a broken one does not hide the others. */
export const statsSchema = z.object({ results: z.array(z.unknown()) });

export const bestBidOfferSchema: z.ZodType<BestBidOffer> = z.looseObject({
  market: z.string(),
  ask: decimal.nullable(),
  bid: decimal.nullable(),
  ask_size: decimal.nullable(),
  bid_size: decimal.nullable(),
  seq_no: integer,
  last_updated_at: integer,
});

export const orderBookSchema: z.ZodType<OrderBook> = z.object({
  asks: z.record(z.string(), decimal),
  bids: z.record(z.string(), decimal),
});

const trade: z.ZodType<Trade> = z.looseObject({
  id: integer,
  market: z.string(),
  price: decimal,
  side: z.enum(["BUY", "SELL"]),
  size: decimal,
  created_at: integer,
  trade_type: z.enum(["FILL", "LIQUIDATION"]),
});

export const tradesSchema = z.object({ results: z.array(trade), next: z.string().nullable() });

/** Other fields are dropped: streams do not need them. */
export const blockSchema: z.ZodType<BlockHead> = z.object({
  height: integer.min(0),
  time: integer,
  settle_ms: z.number().min(0),
  interval_ms: z.number().min(0).nullable(),
});

const fillBar = z.object({
  time: integer,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
});

export type VenueFillBar = z.output<typeof fillBar>;

export const fillBarsSchema = z.object({ results: z.array(fillBar) });

const count = integer.min(0);

export const totalsSchema: z.ZodType<VenueTotals> = z.object({
  value_locked: decimal,
  volume_24h: decimal,
  volume_7d: decimal,
  volume_all: decimal,
  trades_24h: count,
  trades_7d: count,
  trades_all: count,
  open_interest: decimal,
  markets: count,
  as_of: integer,
});

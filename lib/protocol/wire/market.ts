/**
 * Public market data. The venue publishes it, and the app checks it and passes it on. Times are Unix milliseconds.
 */
import { z } from "zod";
import { MARKET_STATUSES, SIDE_CODE, TRADE_TYPES } from "#lib/protocol/enumerations.ts";
import { KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import { count, decimal, nextPage, signedDecimal, time } from "./values.ts";

export const side = z.enum(Object.keys(SIDE_CODE) as (keyof typeof SIDE_CODE)[]);

const Asset = z.object({ symbol: z.string(), decimals: count });
export type Asset = z.output<typeof Asset>;

/** A perpetual market as `GET /v1/markets` lists it. */
export const Market = z
  .object({
    id: count,
    symbol: z.string(),
    base_asset: Asset,
    quote_asset: Asset,
    kind: z.literal("Perpetual"),
    flags: count,
    status: z.enum(MARKET_STATUSES),
    /** Sizes are multiples of it. */
    base_lot_size: decimal,
    /** Prices are multiples of it. */
    price_tick: decimal,
    min_notional: decimal,
    /** Farthest from the mark that an order may be priced or filled. */
    price_band_ratio: count,
    /** Initial and maintenance margin. */
    im_ratio: count,
    mm_ratio: count,
    /** Higher initial margin for what a position is worth above a value in USDC; the lowest value first. */
    margin_tiers: z.array(z.object({ above: decimal, im_ratio: count })).optional(),
    liquidation_fee: count,
    maker_fee: z.int(),
    taker_fee: z.int(),
    risk_factor: z.number(),
    /** The premium's average forgets half of its past in this time. */
    funding_ema_half_life_seconds: count,
    /** The period of a funding rate, which is charged by the second. */
    funding_period_seconds: count,
    /** Rate that funding tends to when there is no premium. */
    funding_interest_rate: z.int(),
    /** Maximum by which the interest may move the rate away from the premium. */
    funding_interest_clamp: count,
    /** Largest rate of a period, either way. */
    funding_rate_cap: count,
    /** Quote value at which the book's impact prices are read. */
    impact_notional: decimal,
    ratio_scale: count,
  })
  .meta({ id: "Market", description: "Ratios are integers in parts of ratio_scale" });
export type Market = z.output<typeof Market>;
export const Markets = z.array(Market);

/** The 24-hour row of one market. */
export const MarketStats = z
  .object({
    symbol: z.string(),
    last_traded_price: decimal.describe("The last fill, not the mark; 0 before the first"),
    /** In the quote asset. */
    volume_24h: decimal,
    /** In the base asset. These fields are absent at an older venue. */
    base_volume_24h: decimal.optional(),
    /** Marks of the last 24 hours; null when there was none. */
    open_24h: decimal.nullable().optional(),
    high_24h: decimal.nullable().optional(),
    low_24h: decimal.nullable().optional(),
    /** A ratio: "-0.0125" is a fall of 1.25 %. */
    price_change_rate_24h: signedDecimal,
    /** When the row last changed. */
    timestamp: time,
    /** Null before the first mark. */
    mark_price: decimal.nullable(),
    /** 0 before the first mark. */
    mark_updated_at: time,
    funding_rate: signedDecimal.describe("Funding rate of a period; positive when longs pay"),
    /** Funding is charged by the second; null while it is not charged. */
    next_funding_at: time.nullable().optional(),
    /** In the base asset. */
    open_interest: decimal,
    trades_24h: count,
    trades_today: count,
  })
  .meta({ id: "Stats" });
export type MarketStats = z.output<typeof MarketStats>;
export const StatsList = z.object({ results: z.array(MarketStats) });

const traded = decimal.describe("In USDC, each trade once");
const money = decimal.describe("In USDC");

/** Totals of the whole venue (`GET /v1/stats`, `GET /api/public/dex/stats`). */
export const VenueTotals = z.object({
  value_locked: money.describe(
    "USDC in custody: all deposits, with the insurance fund's, less withdrawals",
  ),
  volume_24h: traded,
  volume_7d: traded.describe("In USDC, each trade once; by whole hours"),
  volume_all: traded,
  trades_24h: count,
  trades_7d: count,
  trades_all: count,
  open_interest: money.describe("In USDC: all long positions at the mark"),
  markets: count,
  as_of: time,
});
export type VenueTotals = z.output<typeof VenueTotals>;

const levels = z
  .record(z.string(), decimal)
  .describe("Size by price, best price first; every price has a point and the digits of the tick");

/**
 * Price to size. Our venue writes the best price first, in a form that keeps this order in JavaScript. Sort by price all the
 * same: another venue may not.
 */
export const OrderBook = z
  .object({
    asks: levels,
    bids: levels,
    /** As those of `BestBidOffer`. Absent at an older venue. */
    seq_no: count.optional(),
    last_updated_at: time.optional(),
  })
  .meta({
    id: "OrderBook",
    examples: [
      {
        asks: { "60001.0": "0.5" },
        bids: { "60000.0": "0.25" },
        seq_no: 48_211,
        last_updated_at: 1_763_700_000_123,
      },
    ],
  });
export type OrderBook = z.output<typeof OrderBook>;

/** Best bid and offer; a side that is empty is null. */
export const BestBidOffer = z.object({
  market: z.string(),
  ask: decimal.nullable(),
  bid: decimal.nullable(),
  ask_size: decimal.nullable(),
  bid_size: decimal.nullable(),
  seq_no: count,
  last_updated_at: time,
});
export type BestBidOffer = z.output<typeof BestBidOffer>;

/** A public fill. `side` is the taker's. */
export const Trade = z
  .object({
    id: count.describe("Id of the trade; ids only grow"),
    market: z.string(),
    price: decimal,
    side,
    size: decimal,
    created_at: time,
    trade_type: z.enum(TRADE_TYPES),
  })
  .meta({ id: "Trade" });
export type Trade = z.output<typeof Trade>;
export const TradePage = z.object({ results: z.array(Trade), next: nextPage });

/** The latest trades as the app serves them. */
export const LatestTrades = z.strictObject({
  results: z.array(Trade).describe("The latest hundred at most, oldest first"),
});

const prices = { open: decimal, high: decimal, low: decimal, close: decimal };
const volume = decimal.describe("In the base asset");

/** Bars of fills as the venue serves them. */
export const VenueFillBars = z.object({
  results: z.array(z.object({ time, ...prices, volume })),
});
export type VenueFillBar = z.output<typeof VenueFillBars>["results"][number];

const barOf = { market: z.string(), interval: z.enum(KLINE_INTERVALS), start: time, ...prices };

/** A bar of mark prices. */
export const Bar = z
  .strictObject({
    ...barOf,
    volume: decimal.describe("In the base asset, from fills"),
    trades: count,
    closed: z.boolean().describe("It does not change again"),
    filled: z.boolean().describe("No mark arrived in the bar; it repeats the last one"),
  })
  .meta({ id: "Bar" });
export type Bar = z.output<typeof Bar>;
export const BarList = z.strictObject({ results: z.array(Bar) });

/** The funding rate of a market at the end of an hour; the hour under way has its latest one. */
const FundingHour = z
  .strictObject({
    start: time.describe("Start of the hour"),
    rate: signedDecimal.describe("Rate of a funding period; positive when longs pay"),
  })
  .meta({ id: "FundingHour" });
export type FundingHour = z.output<typeof FundingHour>;
/** The open interest of a market at the end of an hour; the hour under way has its latest one. */
const InterestHour = z
  .strictObject({
    start: time.describe("Start of the hour"),
    open_interest: decimal.describe("In the base asset"),
  })
  .meta({ id: "InterestHour" });
export type InterestHour = z.output<typeof InterestHour>;
export const InterestHours = z.strictObject({ results: z.array(InterestHour) });
export type InterestHours = z.output<typeof InterestHours>;
export const FundingHours = z.strictObject({ results: z.array(FundingHour) });
/** The same at the venue, in pages. */
export const FundingHourPage = z.object({
  results: z.array(FundingHour).describe("Whole hours only, oldest first"),
  next: nextPage,
});
export const InterestHourPage = z.object({
  results: z.array(InterestHour).describe("Whole hours only, oldest first"),
  next: nextPage,
});
export type FundingHours = z.output<typeof FundingHours>;

/** A bar of fill prices, which on a thin book differs from the mark's bar. Intervals without a fill have none. */
export const FillBar = z.strictObject({ ...barOf, volume }).meta({ id: "FillBar" });
export type FillBar = z.output<typeof FillBar>;
export const FillBarList = z.strictObject({
  source: z.literal("fills"),
  results: z.array(FillBar),
});

/** The head of the venue's chain. A block is settled when it is on the venue's disk. */
export const BlockHead = z.object({
  height: count,
  /** When the block was sealed. */
  time,
  settle_ms: z
    .number()
    .min(0)
    .describe("Write and sync in milliseconds; 0 for a block of an earlier run"),
  interval_ms: z
    .number()
    .min(0)
    .nullable()
    .describe("Mean time between the latest blocks of this run, at most 100; null before two"),
});
export type BlockHead = z.output<typeof BlockHead>;
export const Block = z.object({
  height: count,
  time,
  state_hash: z.string().regex(/^[0-9a-f]{64}$/),
  commands: count,
  settle_ms: BlockHead.shape.settle_ms,
  interval_ms: BlockHead.shape.interval_ms,
});

export const VenueTime = z.object({ server_time: time });
export type VenueTime = z.output<typeof VenueTime>;

/** Response schemas of the market reads; the API's document is generated from them. */
import { z } from "zod";
import { KLINE_INTERVALS } from "#lib/protocol/market/kline.ts";
import { MARKET_STATUSES } from "#lib/protocol/market/markets.ts";

const decimal = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .describe("A decimal, as text");
const time = z.int().describe("Unix milliseconds");
const count = z.int().min(0);
const asset = z.looseObject({ symbol: z.string(), decimals: count });
const market = z.string().describe("A symbol of the market list, such as BTCUSDC");

export const MarketsAnswer = z.array(
  z
    .looseObject({
      id: z.int(),
      symbol: market,
      base_asset: asset,
      quote_asset: asset,
      kind: z.literal("Perpetual"),
      status: z.enum(MARKET_STATUSES),
      base_lot_size: decimal.describe("Sizes are multiples of it"),
      price_tick: decimal.describe("Prices are multiples of it"),
      min_notional: decimal,
      im_ratio: z.int().describe("Initial margin in parts of ratio_scale"),
      mm_ratio: z.int().describe("Maintenance margin in parts of ratio_scale"),
      maker_fee: z.int(),
      taker_fee: z.int(),
      ratio_scale: z.int(),
    })
    .meta({ id: "Market" }),
);

export const TradesAnswer = z.strictObject({
  results: z
    .array(
      z
        .looseObject({
          id: z.int().describe("Ascends"),
          market,
          price: decimal,
          side: z.enum(["BUY", "SELL"]),
          size: decimal,
          created_at: time,
          trade_type: z.enum(["FILL", "LIQUIDATION"]),
        })
        .meta({ id: "Trade" }),
    )
    .describe("The latest hundred at most, oldest first"),
});

const prices = { open: decimal, high: decimal, low: decimal, close: decimal };

export const BarsAnswer = z.strictObject({
  results: z.array(
    z
      .strictObject({
        market,
        interval: z.enum(KLINE_INTERVALS),
        start: time,
        ...prices,
        volume: decimal.describe("In the base asset, from fills"),
        trades: count,
        closed: z.boolean().describe("It does not change again"),
        filled: z.boolean().describe("No mark arrived in it: it carries the last one"),
      })
      .meta({ id: "Bar" }),
  ),
});

export const FillBarsAnswer = z.strictObject({
  source: z.literal("fills"),
  results: z.array(
    z
      .strictObject({
        market,
        interval: z.enum(KLINE_INTERVALS),
        start: time,
        ...prices,
        volume: decimal,
      })
      .meta({ id: "FillBar" }),
  ),
});

export const TotalsAnswer = z
  .strictObject({
    value_locked: decimal,
    volume_24h: decimal,
    volume_7d: decimal,
    volume_all: decimal,
    trades_24h: count,
    trades_7d: count,
    trades_all: count,
    open_interest: decimal,
    markets: count,
    as_of: time,
  })
  .meta({ id: "VenueTotals" });

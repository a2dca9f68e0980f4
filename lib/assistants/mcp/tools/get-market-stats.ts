import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { decimal, marketSymbol, markFields, markOf, READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

const side = decimal.nullable().describe("Null when that side of the book is empty or unknown");

export const getMarketStats = defineTool({
  name: "get_market_stats",
  title: "Get Market Statistics",
  description:
    "Returns the statistics of one market: change, volume and trades of 24 hours, open interest, funding rate, and the best bid and ask.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({ market: marketSymbol }),
  output: z.strictObject({
    market: z.string(),
    ...markFields,
    last_traded_price: decimal
      .nullable()
      .describe("Price of the last fill; null before the first one"),
    change_24h: decimal.describe("Change in 24 hours as a ratio: -0.0125 is a fall of 1.25 %"),
    volume_24h: decimal.describe("Volume of 24 hours in the quote asset"),
    trades_24h: z.int(),
    open_interest: decimal.describe("Sum of all long positions in the base asset"),
    funding_rate: decimal.describe("Funding of one period as a ratio; positive when longs pay"),
    best_bid: side,
    best_ask: side,
  }),
  run: async (_context, { market }) => {
    const { stats, bbo } = await marketData().freshSnapshot(market);
    if (stats === undefined) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    return {
      market,
      ...markOf(stats),
      last_traded_price: stats.last_traded_price === "0" ? null : stats.last_traded_price,
      change_24h: stats.price_change_rate_24h,
      volume_24h: stats.volume_24h,
      trades_24h: stats.trades_24h,
      open_interest: stats.open_interest,
      funding_rate: stats.funding_rate,
      best_bid: bbo?.bid ?? null,
      best_ask: bbo?.ask ?? null,
    };
  },
});

import { z } from "zod";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";
import { ListedMarket, listed } from "./listed-market.ts";

export const listMarkets = defineTool({
  name: "list_markets",
  title: "List Markets",
  description:
    "Lists the markets with their trading rules: price tick, size lot, minimum notional, margin and fees. All are perpetual futures. Use it before stage_order. For prices use get_price or get_market_stats.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    limit: z.int().min(1).max(100).default(50).describe("Most markets of a page"),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, "must be the next_cursor of the previous page")
      .optional()
      .describe("next_cursor of the previous page"),
  }),
  output: z.strictObject({
    markets: z.array(ListedMarket),
    total: z.int().describe("Number of all markets"),
    next_cursor: z
      .string()
      .nullable()
      .describe("Give it as cursor for the next page; null on the last one"),
  }),
  run: async (_context, { limit, cursor = "0" }) => {
    const markets = await marketData().markets();
    const start = Number(cursor);
    const end = start + limit;
    return {
      markets: markets.slice(start, end).map(listed),
      total: markets.length,
      next_cursor: end < markets.length ? String(end) : null,
    };
  },
});

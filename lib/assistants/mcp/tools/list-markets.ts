import { z } from "zod";
import { marketData } from "#lib/trading/market-data/hub.ts";
import { READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";
import { ListedMarket, listed } from "./listed-market.ts";

export const listMarkets = defineTool({
  name: "list_markets",
  title: "List Markets",
  description:
    "The markets of this venue with their rules: steps of price and size, least notional, margin and fees. All are perpetual futures. For prices use get_price or get_market_stats.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({
    limit: z.int().min(1).max(100).default(50).describe("Markets of a page"),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, "must be the next_cursor of the previous page")
      .optional()
      .describe("next_cursor of the previous page"),
  }),
  output: z.strictObject({
    markets: z.array(ListedMarket),
    total: z.int(),
    next_cursor: z.string().nullable().describe("Null on the last page"),
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

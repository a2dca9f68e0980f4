import { z } from "zod";
import { decimal, marketSymbol, markFields, markOf, READS, statsOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const getPrice = defineTool({
  name: "get_price",
  title: "Get Price",
  description:
    "The price of one market now: the mark, at which positions are valued, how old it is, the price of the last fill, and the change over 24 hours. Prices are decimals as text, in the quote asset.",
  scope: "read:market",
  annotations: READS,
  input: z.strictObject({ market: marketSymbol }),
  output: z.strictObject({
    market: z.string(),
    ...markFields,
    last_traded_price: decimal.nullable().describe("Of the last fill; null before the first"),
    change_24h: decimal.describe("A ratio: -0.0125 is a fall of 1.25 %"),
  }),
  run: async (_context, { market }) => {
    const stats = statsOf(market);
    return {
      market,
      ...markOf(stats),
      last_traded_price: stats.last_traded_price === "0" ? null : stats.last_traded_price,
      change_24h: stats.price_change_rate_24h,
    };
  },
});

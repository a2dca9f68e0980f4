import { z } from "zod";
import { decimal, marketSymbol, markFields, markOf, READS, statsOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const getPrice = defineTool({
  name: "get_price",
  title: "Get Price",
  description:
    'Returns the current price of one market: the mark with its age, the last traded price, and the change in 24 hours. Use it for "what is the price of …". Prices are decimal strings in the quote asset.',
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

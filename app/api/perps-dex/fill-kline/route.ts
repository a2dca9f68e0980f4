import { FillBarList } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { klineQuery } from "#lib/trading/market-data/market-queries.ts";
import { cachedAnswer } from "#lib/trading/market-data/shared-answer.ts";

/** Bars of fills (`FillBar`), oldest first, the latest 1,500 of the range: unlike the chart's series of the mark. */
export const GET = route(
  {
    credential: "public",
    summary: "Candles of fills, oldest first, at most the latest 1,500 of the range",
    query: klineQuery,
    response: FillBarList,
  },
  async ({ input }) => {
    const { market, resolution, start_at, end_at } = input.query;
    const range = { startAt: start_at, endAt: end_at };
    const bars = await marketData().fillBars({ market, interval: resolution, ...range });
    return cachedAnswer(input.request, bars);
  },
);

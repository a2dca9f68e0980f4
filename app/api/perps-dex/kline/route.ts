import { BarList } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { klineQuery } from "#lib/trading/market-data/market-queries.ts";

/**
 * Bars of the oracle mark, oldest first, the open bar last: the series of the chart and of the `kline` event. With
 * `start_at` the first 1,500 from there on: the next page begins at the last start plus the resolution. Without it the last
 * 500 up to `end_at`, which is now when absent: the page before ends at the first start minus 1.
 */
export const GET = route(
  {
    credential: "public",
    summary: "Candles of the mark, oldest first, as in the chart and the stream",
    query: klineQuery,
    response: BarList,
  },
  async ({ input }) => {
    const { market, resolution, start_at, end_at } = input.query;
    const range = { startAt: start_at, endAt: end_at };
    const results = await marketData().barsJson({ market, interval: resolution, ...range });
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    return new Response(`{"results":${results}}`, { headers });
  },
);

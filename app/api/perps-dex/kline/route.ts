import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { marketData } from "#lib/market-data/hub.ts";
import { klineQuery } from "#lib/market-data/queries.ts";

/** Bars of the oracle mark, oldest first, the open bar last: the series of the chart and of the `kline` event. */
export const GET = route({ credential: "public", query: klineQuery }, async ({ input }) => {
  const { market, resolution, start_at, end_at } = input.query;
  const range = { startAt: start_at, endAt: end_at };
  const results = await marketData().bars({ market, interval: resolution, ...range });
  return respond(200, { results }, { "cache-control": "no-store" });
});

const other = methodNotAllowed("GET, HEAD");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { marketData } from "#lib/market-data/hub.ts";
import { marketQuery } from "#lib/market-data/queries.ts";

/** The latest fills, oldest first: the tape before its first `trades` event. */
export const GET = route({ credential: "public", query: marketQuery }, ({ input }) => {
  const results = marketData().recentTrades(input.query.market);
  return respond(200, { results }, { "cache-control": "no-store" });
});

const other = methodNotAllowed("GET, HEAD");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

import { LatestTrades } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { marketQuery } from "#lib/trading/market-data/market-queries.ts";
import { currentAnswer } from "#lib/trading/market-data/shared-answer.ts";

/** The latest fills, oldest first: the tape before its first `trades` event. */
export const GET = route(
  {
    credential: "public",
    summary: "The latest fills of a market, oldest first",
    query: marketQuery,
    response: LatestTrades,
  },
  ({ input }) => currentAnswer(input.request, marketData().tradesAnswer(input.query.market)),
);

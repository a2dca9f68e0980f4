import { InterestHours } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { marketQuery } from "#lib/trading/market-data/market-queries.ts";
import { cachedAnswer } from "#lib/trading/market-data/shared-answer.ts";

/** The open interest of a market at the end of each hour of the last seven days, cached for a minute. */
export const GET = route(
  {
    credential: "public",
    summary: "Open interest of a market by the hour, oldest first, for seven days",
    query: marketQuery,
    response: InterestHours,
  },
  async ({ input }) =>
    cachedAnswer(input.request, await marketData().interestAnswer(input.query.market)),
);

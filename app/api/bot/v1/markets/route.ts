/** GET → the public market list. */
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { Markets } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { cachedAnswer } from "#lib/trading/market-data/shared-answer.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "All markets with their rules and status",
    query: NoQuery,
    response: Markets,
  },
  async ({ input }) => cachedAnswer(input.request, await marketData().marketsAnswer()),
);

/** GET → the public market list. */
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { Markets } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/hub.ts";
import { keptAnswer } from "#lib/trading/market-data/shared-answer.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "The markets with their steps, limits and status.",
    query: NoQuery,
    response: Markets,
  },
  async ({ input }) => keptAnswer(input.request, await marketData().marketsAnswer()),
);

/** GET → the market list, as everybody reads it. */
import { NoQuery } from "#lib/bot/no-query.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { MarketsAnswer } from "#lib/market-data/answers.ts";
import { marketData } from "#lib/market-data/hub.ts";
import { keptAnswer } from "#lib/market-data/shared-answer.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "The markets with their steps, limits and status.",
    query: NoQuery,
    response: MarketsAnswer,
  },
  async ({ input }) => keptAnswer(input.request, await marketData().marketsAnswer()),
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

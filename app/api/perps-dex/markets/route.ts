import { methodNotAllowed, route } from "#lib/http/route.ts";
import { MarketsAnswer } from "#lib/market-data/answers.ts";
import { marketData } from "#lib/market-data/hub.ts";
import { keptAnswer } from "#lib/market-data/shared-answer.ts";

/** The venue's market list, kept by the server for ten seconds. */
export const GET = route(
  { credential: "public", summary: "All markets with their rules", response: MarketsAnswer },
  async ({ input }) => keptAnswer(input.request, await marketData().marketsAnswer()),
);

const other = methodNotAllowed("GET, HEAD");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

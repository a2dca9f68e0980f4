import { Markets } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { cachedAnswer } from "#lib/trading/market-data/shared-answer.ts";

/** The venue's market list, cached for ten seconds. */
export const GET = route(
  { credential: "public", summary: "All markets with their rules", response: Markets },
  async ({ input }) => cachedAnswer(input.request, await marketData().marketsAnswer()),
);

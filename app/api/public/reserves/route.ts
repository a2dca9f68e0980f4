/** GET → the newest proof of reserves, with the transaction that anchors it. */
import { PublishedReserves } from "#lib/protocol/wire/reserves.ts";
import { route } from "#lib/server/route.ts";
import { cachedAnswer } from "#lib/trading/market-data/shared-answer.ts";
import { publishedReserves } from "#lib/trading/transfers/read-reserves.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The newest proof of reserves: what the venue owed, and what its vault held",
    response: PublishedReserves,
  },
  async ({ input }) => cachedAnswer(input.request, await publishedReserves()),
);

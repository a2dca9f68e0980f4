import { PublicTotals } from "#lib/protocol/wire/vault.ts";
import { route } from "#lib/server/route.ts";
import { cachedAnswer } from "#lib/trading/market-data/shared-answer.ts";
import { publicTotals } from "#lib/trading/transfers/public-totals.ts";

/** Totals of the venue and of its vault (`PublicTotals`), cached for two seconds. */
export const GET = route(
  { credential: "public", summary: "Totals of the whole venue in USDC", response: PublicTotals },
  async ({ input }) => cachedAnswer(input.request, await publicTotals()),
);

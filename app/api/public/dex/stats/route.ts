import { VenueTotals } from "#lib/protocol/wire/market.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/hub.ts";
import { keptAnswer } from "#lib/trading/market-data/shared-answer.ts";

/** Totals of the venue (`VenueTotals`), cached for two seconds. */
export const GET = route(
  { credential: "public", summary: "Totals of the whole venue in USDC", response: VenueTotals },
  async ({ input }) => keptAnswer(input.request, await marketData().totalsAnswer()),
);

const other = methodNotAllowed("GET, HEAD");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

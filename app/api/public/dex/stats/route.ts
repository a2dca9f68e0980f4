import { methodNotAllowed, route } from "#lib/http/route.ts";
import { TotalsAnswer } from "#lib/market-data/answers.ts";
import { marketData } from "#lib/market-data/hub.ts";
import { keptAnswer } from "#lib/market-data/shared-answer.ts";

/** Totals of the venue (`VenueTotals`), kept by the server for two seconds. */
export const GET = route(
  { credential: "public", summary: "Totals of the whole venue in USDC", response: TotalsAnswer },
  async ({ input }) => keptAnswer(input.request, await marketData().totalsAnswer()),
);

const other = methodNotAllowed("GET, HEAD");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

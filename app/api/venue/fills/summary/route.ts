/** GET → volume, fees and realised profit of the signed-in account over a span of time, exact, in all and by day and market. */
import { spanQuery } from "#lib/account-history/page-query.ts";
import { FillsSummary, summariseFills } from "#lib/account-history/summary.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Volume, fees and realised profit over a span of time",
    query: spanQuery,
    response: FillsSummary,
  },
  summariseFills,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

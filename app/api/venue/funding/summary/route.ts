/** GET → funding paid and received of the signed-in account over a span of time, exact, in all and by day and market. */
import { spanQuery } from "#lib/account-history/page-query.ts";
import { FundingSummary, summariseFunding } from "#lib/account-history/summary.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Funding paid and received over a span of time",
    query: spanQuery,
    response: FundingSummary,
  },
  summariseFunding,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

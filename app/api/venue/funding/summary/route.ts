/** GET → funding paid and received of the signed-in account over a period: exact totals, also by day and market. */

import { FundingSummary } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { summariseFunding } from "#lib/trading/account-history/history-summary.ts";
import { spanQuery } from "#lib/trading/account-history/page-query.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Funding paid and received in a span of time",
    query: spanQuery,
    response: FundingSummary,
  },
  summariseFunding,
);

/** GET → volume, fees and realised profit of the signed-in account over a period: exact totals, also by day and market. */

import { FillsSummary } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { summariseFills } from "#lib/trading/account-history/history-summary.ts";
import { spanQuery } from "#lib/trading/account-history/page-query.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Volume, fees and realised PnL of a span of time",
    query: spanQuery,
    response: FillsSummary,
  },
  summariseFills,
);

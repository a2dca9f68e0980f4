/** Level, window, forecast and balances of the signed-in partner: see docs/api/partner.md. */

import { readSummary, SummaryQuery } from "#lib/partner/reads/read-summary.ts";
import { PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Current level and the fees behind it, how it will fall, and the balances.",
    query: SummaryQuery,
    response: PartnerSummary,
  },
  readSummary,
);

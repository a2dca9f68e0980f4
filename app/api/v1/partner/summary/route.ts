/** Level, window, forecast and balances of the partner: see docs/api/partner.md. */

import { readSummary, SummaryQuery } from "#lib/partner/reads/read-summary.ts";
import { PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canReadPartner",
    summary: "Level with its fees and forecast, and balances",
    query: SummaryQuery,
    cost: () => 20,
    response: PartnerSummary,
  },
  readSummary,
);

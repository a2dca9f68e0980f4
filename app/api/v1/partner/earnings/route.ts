/** The partner's earnings: see docs/api/partner.md. */

import { exportEarnings } from "#lib/partner/files/export-earnings.ts";
import { EarningsQuery, earningsCost, readEarnings } from "#lib/partner/reads/read-earnings.ts";
import { Earnings } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canReadPartner",
    summary: "Earnings by hour, day, week or month; without granularity fee by fee",
    query: EarningsQuery,
    cost: earningsCost,
    response: Earnings,
    files: { "text/csv": "from,to,fees,earned,count,…" },
  },
  // The verb of the whole file, or of one page.
  (call) => (call.input.query.format === "csv" ? exportEarnings(call) : readEarnings(call)),
);

/** What has accrued to the signed-in partner: see docs/api/partner.md. */

import { exportEarnings } from "#lib/partner/files/export-earnings.ts";
import { Earnings } from "#lib/partner/reads/answers.ts";
import { EarningsQuery, readEarnings } from "#lib/partner/reads/read-earnings.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary:
      "What has accrued: by hours, days, weeks or months with granularity, fee by fee without.",
    query: EarningsQuery,
    response: Earnings,
  },
  // The verb of the whole, or that of a page of it.
  (call) => (call.input.query.format === "csv" ? exportEarnings(call) : readEarnings(call)),
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

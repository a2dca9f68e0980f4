/** Who the signed-in partner brought: see docs/api/partner.md. */

import { exportReferrals } from "#lib/partner/files/export-referrals.ts";
import { Referrals } from "#lib/partner/reads/answers.ts";
import { ReferralsQuery, readReferrals } from "#lib/partner/reads/read-referrals.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Whom the partner brought, under names that tell nothing, with their fees of a range.",
    query: ReferralsQuery,
    response: Referrals,
  },
  // The verb of the whole, or that of a page of it.
  (call) => (call.input.query.format === "csv" ? exportReferrals(call) : readReferrals(call)),
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

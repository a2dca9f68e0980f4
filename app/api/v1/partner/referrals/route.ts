/** The partner's referrals: see docs/api/partner.md. */

import { exportReferrals } from "#lib/partner/files/export-referrals.ts";
import { ReferralsQuery, readReferrals } from "#lib/partner/reads/read-referrals.ts";
import { ReferralPage } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canReadPartner",
    summary: "Referrals under anonymous ids, with their fees of a range",
    query: ReferralsQuery,
    cost: () => 25,
    response: ReferralPage,
    files: { "text/csv": "id,wallets,joined_at,discount,…" },
  },
  // The verb of the whole file, or of one page.
  (call) => (call.input.query.format === "csv" ? exportReferrals(call) : readReferrals(call)),
);

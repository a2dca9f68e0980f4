/** The partner's settlements: see docs/api/partner.md. */

import { exportSettlements } from "#lib/partner/files/export-settlements.ts";
import { readSettlements, SettlementsQuery } from "#lib/partner/reads/read-settlements.ts";
import { SettlementPage } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canReadPartner",
    summary: "Paid and pending settlements, newest first.",
    query: SettlementsQuery,
    cost: () => 25,
    response: SettlementPage,
    files: { "text/csv": "created_at,period_end,amount,state,…" },
  },
  // The verb of the whole file, or of one page.
  (call) => (call.input.query.format === "csv" ? exportSettlements(call) : readSettlements(call)),
);

/** The partner's ledger as a verifiable file: see docs/api/partner.md. */

import { readStatementFile, StatementQuery } from "#lib/partner/files/statement-file.ts";
import { PartnerStatementFile } from "#lib/protocol/wire/partner.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canReadPartner",
    summary:
      "The signed statement of a range as a file: JSON, CSV (text/csv) or, without the rows, PDF (application/pdf)",
    query: StatementQuery,
    cost: () => 100,
    response: PartnerStatementFile,
    files: { "text/csv": "seq,kind,accrued_at,occurred_at,…", "application/pdf": "%PDF-1.7" },
  },
  readStatementFile,
);

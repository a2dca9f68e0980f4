/** GET → what happened to the signed-in account, newest first, a page at a time. */

import { AuditQuery, readAudit } from "#lib/identity/audit/read-audit.ts";
import { AuditPage } from "#lib/protocol/wire/identity.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Lists the activity log of the account, newest first",
    query: AuditQuery,
    response: AuditPage,
  },
  readAudit,
);

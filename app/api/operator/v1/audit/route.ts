/** GET ?user= → {userId, entries, next}: an account's log, newest first. */

import { AuditAnswer, AuditQuery, readAudit } from "#lib/machines/operator/read-audit.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "The activity log of an account, newest first",
    query: AuditQuery,
    response: AuditAnswer,
  },
  readAudit,
);

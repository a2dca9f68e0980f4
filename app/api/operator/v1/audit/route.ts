/** GET ?user= → {userId, entries, next}: an account's log, newest first. */

import { AuditAnswer, AuditQuery, readAudit } from "#lib/machines/operator/read-audit.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "The log of an account, newest first",
    query: AuditQuery,
    response: AuditAnswer,
  },
  readAudit,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

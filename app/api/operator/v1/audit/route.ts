/** GET ?user= → {userId, entries, next}: an account's log, newest first. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { AuditAnswer, AuditQuery, readAudit } from "#lib/operator/read-audit.ts";

export const GET = route(
  { credential: "operator", query: AuditQuery, response: AuditAnswer },
  readAudit,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

/** GET → what happened to the signed-in account, newest first, a page at a time. */
import { AuditPage } from "#lib/identity/audit/audit-page.ts";
import { AuditQuery, readAudit } from "#lib/identity/audit/read-audit.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Lists what happened to the signed-in account, newest first.",
    query: AuditQuery,
    response: AuditPage,
  },
  readAudit,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

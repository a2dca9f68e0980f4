/** Apps that the signed-in account let act for it: see docs/api/oauth.md. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { GrantList, listGrants } from "#lib/oauth-grants/list-grants.ts";

export const GET = route(
  {
    credential: "session",
    summary:
      "Lists the connected apps of the account: live ones first, then those that ended in the last 30 days.",
    response: GrantList,
  },
  listGrants,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

import { methodNotAllowed, route } from "#lib/http/route.ts";
import { GrantParams, revokeGrant } from "#lib/oauth-grants/revoke-grant.ts";

export const DELETE = route(
  {
    credential: "session",
    summary:
      "Ends one connection of an app: its next call is refused. Also 204 when it has ended already.",
    params: GrantParams,
  },
  revokeGrant,
);

const other = methodNotAllowed("DELETE");

export { other as GET, other as PATCH, other as POST, other as PUT };

import { GrantParams, revokeGrant } from "#lib/assistants/oauth-grants/revoke-grant.ts";
import { route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Ends one connection of an app: its next call is refused; again answers 204 too",
    params: GrantParams,
  },
  revokeGrant,
);

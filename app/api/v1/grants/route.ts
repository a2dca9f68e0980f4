/** Apps connected to the signed-in account: see docs/api/oauth.md. */

import { GrantQuery, listGrants } from "#lib/assistants/oauth-grants/list-grants.ts";
import {
  GrantedAppQuery,
  RevokedGrants,
  revokeAppGrants,
} from "#lib/assistants/oauth-grants/revoke-app.ts";
import { GrantPage } from "#lib/protocol/wire/assistant.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary:
      "Lists connected apps, live connections first, then those that ended in the last 30 days",
    query: GrantQuery,
    response: GrantPage,
  },
  listGrants,
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Disconnects an app: ends all its live connections, and returns their number",
    query: GrantedAppQuery,
    response: RevokedGrants,
  },
  revokeAppGrants,
);

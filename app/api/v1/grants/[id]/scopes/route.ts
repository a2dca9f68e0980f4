import { extendGrant, MoreScopes } from "#lib/assistants/oauth-grants/extend-grant.ts";
import { GrantParams } from "#lib/assistants/oauth-grants/revoke-grant.ts";
import { Grant } from "#lib/protocol/wire/assistant.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Adds scopes to a connection of an app, from its next call on",
    params: GrantParams,
    body: MoreScopes,
    response: Grant,
  },
  extendGrant,
);

import { readGrantUsage } from "#lib/assistants/oauth-grants/read-usage.ts";
import { GrantParams } from "#lib/assistants/oauth-grants/revoke-grant.ts";
import { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Requests of one connection of an app by day (UTC) and outcome, the last 30 days.",
    params: GrantParams,
    response: KeyUsageDays,
  },
  readGrantUsage,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

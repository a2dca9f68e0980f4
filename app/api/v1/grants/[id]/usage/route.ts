import { methodNotAllowed, route } from "#lib/http/route.ts";
import { KeyUsageDays } from "#lib/key-usage/usage-days.ts";
import { readGrantUsage } from "#lib/oauth-grants/read-usage.ts";
import { GrantParams } from "#lib/oauth-grants/revoke-grant.ts";

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

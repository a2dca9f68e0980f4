import { readGrantUsage } from "#lib/assistants/oauth-grants/read-usage.ts";
import { GrantParams } from "#lib/assistants/oauth-grants/revoke-grant.ts";
import { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Requests of one connection of an app by day (UTC) and outcome, the last 30 days.",
    params: GrantParams,
    response: KeyUsageDays,
  },
  readGrantUsage,
);

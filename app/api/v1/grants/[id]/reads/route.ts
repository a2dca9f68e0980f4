import { readGrantReads } from "#lib/assistants/oauth-grants/read-usage.ts";
import { GrantParams } from "#lib/assistants/oauth-grants/revoke-grant.ts";
import { MachineReads } from "#lib/protocol/wire/assistant-controls.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary:
      "What one connection of an app read in the last 30 days, by day (UTC): names and counts.",
    params: GrantParams,
    response: MachineReads,
  },
  readGrantReads,
);

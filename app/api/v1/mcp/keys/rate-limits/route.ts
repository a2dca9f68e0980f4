/** GET → what is left of the limit of the key of this call. */
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { readCallLimits } from "#lib/machines/keys/read-call-limits.ts";
import { CallLimits } from "#lib/protocol/wire/rate-limits.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "mcp_key",
    summary: "What is left of the limit of the key, after this call",
    query: NoQuery,
    response: CallLimits,
  },
  readCallLimits,
);

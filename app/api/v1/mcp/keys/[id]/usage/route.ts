import { readMcpKeyUsage } from "#lib/machines/mcp-keys/read-usage.ts";
import { McpKeyParams } from "#lib/machines/mcp-keys/revoke-key.ts";
import { KeyUsageDays } from "#lib/machines/usage/usage-days.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    summary:
      "Requests of an MCP key by day (UTC) and outcome, the last 30 days. A key reads its own.",
    params: McpKeyParams,
    response: KeyUsageDays,
  },
  readMcpKeyUsage,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

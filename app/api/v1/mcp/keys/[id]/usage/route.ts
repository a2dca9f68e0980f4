import { methodNotAllowed, route } from "#lib/http/route.ts";
import { KeyUsageDays } from "#lib/key-usage/usage-days.ts";
import { readMcpKeyUsage } from "#lib/mcp-keys/read-usage.ts";
import { McpKeyParams } from "#lib/mcp-keys/revoke-key.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Requests of an MCP key by day (UTC) and outcome, the last 30 days.",
    params: McpKeyParams,
    response: KeyUsageDays,
  },
  readMcpKeyUsage,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

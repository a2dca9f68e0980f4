import { ValidKey, validateMcpKey } from "#lib/machines/mcp-keys/validate-key.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "mcp_key",
    summary:
      "Tells a live MCP key whose it is, until when, and what it may do; any other key is 401.",
    response: ValidKey,
  },
  validateMcpKey,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

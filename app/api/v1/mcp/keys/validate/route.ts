import { methodNotAllowed, route } from "#lib/http/route.ts";
import { ValidKey, validateMcpKey } from "#lib/mcp-keys/validate-key.ts";

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

import { validateMcpKey } from "#lib/machines/keys/validate-key.ts";
import { ValidKey } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "mcp_key",
    summary: "Returns owner, expiry and scopes of a live MCP key; any other key gets 401.",
    response: ValidKey,
  },
  validateMcpKey,
);

import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { RenameMcpKey, renameKey } from "#lib/machines/keys/rename-key.ts";
import { revokeKey } from "#lib/machines/keys/revoke-key.ts";
import { McpKey } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const PATCH = route(
  {
    credential: "session",
    summary: "Renames an MCP key.",
    params: KeyParams,
    body: RenameMcpKey,
    response: McpKey,
  },
  (call) => renameKey("mcp", call),
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Revokes an MCP key: its next request is refused; again answers 204 too",
    params: KeyParams,
  },
  (call) => revokeKey("mcp", call),
);

import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { revokeKey } from "#lib/machines/keys/revoke-key.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary:
      "Revokes an MCP key: its next request is refused. Also 204 when it is already revoked.",
    params: KeyParams,
  },
  (call) => revokeKey("mcp", call),
);

const other = methodNotAllowed("DELETE");

export { other as GET, other as PATCH, other as POST, other as PUT };

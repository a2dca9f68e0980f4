/** MCP keys of the signed-in account: see docs/api/mcp-keys.md. */

import { CreateMcpKey, createKey } from "#lib/machines/keys/create-machine-key.ts";
import { listMcpKeys, McpKeyList } from "#lib/machines/keys/list-keys.ts";
import { revokeAllMcpKeys } from "#lib/machines/keys/revoke-all-keys.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { NewMcpKey, RevokedKeys } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Creates an MCP key; its secret is in this answer only.",
    status: 201,
    body: CreateMcpKey,
    mayLackBody: true,
    response: NewMcpKey,
  },
  async (call) => respond(201, await createKey("mcp", call)),
);

export const GET = route(
  {
    credential: "session",
    summary: "Lists the MCP keys of the account, live ones first, without secrets.",
    response: McpKeyList,
  },
  listMcpKeys,
);

export const DELETE = route(
  {
    credential: "session",
    summary: "Revokes all live MCP keys of the account.",
    response: RevokedKeys,
  },
  revokeAllMcpKeys,
);

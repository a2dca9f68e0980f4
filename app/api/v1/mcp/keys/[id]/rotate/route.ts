import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { RotateMcpKey, rotateMcpKey } from "#lib/machines/keys/rotate-key.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { NewMcpKey } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary:
      "Rotates an MCP key: the new one has the same rights, the old one works for another 0, 1, 24 or 72 hours",
    status: 201,
    params: KeyParams,
    body: RotateMcpKey,
    response: NewMcpKey,
  },
  async (call) => respond(201, await rotateMcpKey(call)),
);

import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { readKeyUsage } from "#lib/machines/keys/read-usage.ts";
import { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "owner",
    summary:
      "Requests of an MCP key by day (UTC) and outcome, the last 30 days. A key reads its own.",
    params: KeyParams,
    response: KeyUsageDays,
  },
  (call) => readKeyUsage("mcp", call),
);

import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { readKeyReads } from "#lib/machines/keys/read-usage.ts";
import { MachineReads } from "#lib/protocol/wire/assistant-controls.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "What an MCP key read in the last 30 days, by day (UTC): names and counts.",
    params: KeyParams,
    response: MachineReads,
  },
  readKeyReads,
);

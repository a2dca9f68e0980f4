/** GET → requests of the last 30 days by day and outcome. */
import { KeyParams } from "#lib/machines/keys/key-record.ts";
import { readKeyUsage } from "#lib/machines/keys/read-usage.ts";
import { KeyUsageDays } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Requests of a bot key in the last 30 days, by day and outcome.",
    params: KeyParams,
    response: KeyUsageDays,
  },
  (call) => readKeyUsage("bot", call),
);

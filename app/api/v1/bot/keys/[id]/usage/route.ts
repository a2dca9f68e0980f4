/** GET → requests of the last 30 days by day and outcome. */
import { readBotUsage } from "#lib/bot/read-usage.ts";
import { BotKeyId } from "#lib/bot/revoke-key.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { KeyUsageDays } from "#lib/key-usage/usage-days.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Requests of a bot key in the last 30 days, by day and outcome.",
    params: BotKeyId,
    response: KeyUsageDays,
  },
  readBotUsage,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

/** GET → requests of the last 30 days by day and outcome. */
import { readBotUsage } from "#lib/machines/bot-keys/read-usage.ts";
import { BotKeyId } from "#lib/machines/bot-keys/revoke-key.ts";
import { KeyUsageDays } from "#lib/machines/usage/usage-days.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

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

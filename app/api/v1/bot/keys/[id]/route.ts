/** DELETE → 204: the key's next call fails. */
import { BotKeyId, revokeBotKey } from "#lib/machines/bot-keys/revoke-key.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const DELETE = route(
  {
    credential: "session",
    summary: "Revokes a bot key: its next call fails.",
    params: BotKeyId,
  },
  revokeBotKey,
);

const other = methodNotAllowed("DELETE");

export { other as GET, other as PATCH, other as POST, other as PUT };

/** GET → the signed-in user's bot keys; POST → a new one, with its secret in this answer only. */
import { CreatedBotKey, createBotKey, NewBotKey } from "#lib/machines/bot-keys/create-key.ts";
import { BotKeyList, listBotKeys } from "#lib/machines/bot-keys/list-keys.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  { credential: "session", summary: "Your bot keys, without their secrets.", response: BotKeyList },
  listBotKeys,
);

export const POST = route(
  {
    credential: "session",
    summary: "Creates a bot key for the given addresses; its secret is in this answer only.",
    status: 201,
    body: NewBotKey,
    response: CreatedBotKey,
  },
  async (call) => respond(201, await createBotKey(call)),
);

const other = methodNotAllowed("GET, POST");

export { other as DELETE, other as PATCH, other as PUT };

/** GET → the signed-in user's bot keys; POST → a new one, with its secret in this answer only. */
import { CreateBotKey, createKey } from "#lib/machines/keys/create-machine-key.ts";
import { BotKeyList, listKeys } from "#lib/machines/keys/list-keys.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { NewBotKey } from "#lib/protocol/wire/machine-keys.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  { credential: "session", summary: "Your bot keys, without their secrets.", response: BotKeyList },
  (call) => listKeys("bot", call),
);

export const POST = route(
  {
    credential: "session",
    summary: "Creates a bot key for the given addresses; its secret is in this answer only.",
    status: 201,
    body: CreateBotKey,
    response: NewBotKey,
  },
  async (call) => respond(201, await createKey("bot", call)),
);

/** GET → the venue's answer for the key's account. */
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { readBotPositions } from "#lib/machines/bots/read-positions.ts";
import { PositionList } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "Open positions of the key's wallet",
    query: NoQuery,
    response: PositionList,
  },
  readBotPositions,
);

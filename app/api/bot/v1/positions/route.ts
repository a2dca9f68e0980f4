/** GET → the venue's answer for the key's account. */
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { readBotPositions } from "#lib/machines/bots/read-positions.ts";
import { PositionList } from "#lib/protocol/wire/account.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "The open positions of the key's wallet.",
    query: NoQuery,
    response: PositionList,
  },
  readBotPositions,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

/** GET → moves of prices, the newest first. A page that is read again has what became of them meanwhile. */
import { readMoves } from "#lib/catalysts/moves/read-moves.ts";
import { MoveList, MoveListQuery } from "#lib/protocol/wire/moves.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Moves of prices that statistics found, the newest first",
    query: MoveListQuery,
    response: MoveList,
  },
  readMoves,
);

/** GET → price moves, newest first. A page that is read again shows their newest state. */
import { readMoves } from "#lib/catalysts/moves/read-moves.ts";
import { MoveList, MoveListQuery } from "#lib/protocol/wire/moves.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Large price moves, the newest first",
    query: MoveListQuery,
    response: MoveList,
  },
  readMoves,
);

/** GET → one move and its explanation, as they were known at a time. */
import { z } from "zod";
import { readKnownMove } from "#lib/catalysts/reads/read-known-move.ts";
import { KnownMove, KnownMoveQuery } from "#lib/protocol/wire/catalysts.ts";
import { moveId } from "#lib/protocol/wire/moves.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "One price move with its explanation, as known at a time",
    params: z.strictObject({ id: moveId }),
    query: KnownMoveQuery,
    response: KnownMove,
  },
  readKnownMove,
);

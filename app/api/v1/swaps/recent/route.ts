/** GET → swaps that landed on the chain, newest change first (docs/api/swaps.md). */
import { SwapListQuery, SwapTape } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { readTape } from "#lib/swaps/tape/read-tape.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The public tape: swaps that landed, the newest change first",
    query: SwapListQuery,
    response: SwapTape,
  },
  readTape,
);

/** GET → the swaps of the signed-in user, newest first. */
import { OwnSwaps, OwnSwapsQuery } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { readOwnSwaps } from "#lib/swaps/tape/read-own-swaps.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Your swaps, the newest first",
    query: OwnSwapsQuery,
    response: OwnSwaps,
  },
  readOwnSwaps,
);

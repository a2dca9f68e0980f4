/** GET → the swaps of the signed-in user, the newest first. */
import { OwnSwaps, OwnSwapsQuery } from "#lib/protocol/wire/swaps.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";
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

const other = methodNotAllowed("GET, HEAD");

export { other as DELETE, other as PATCH, other as POST, other as PUT };

/** GET → the account's points, and how this week's points are counted. */
import { Points } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { readPoints } from "#lib/swaps/points/read-points.ts";

export const GET = route(
  {
    credential: "reader",
    scope: "read:points",
    summary: "Your points, and how this week is counted",
    response: Points,
  },
  readPoints,
);

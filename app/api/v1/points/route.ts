/** GET → the points of the caller's account, and how those of this week are counted. */
import { Points } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { readPoints } from "#lib/swaps/points/read-points.ts";

export const GET = route(
  {
    credential: "reader",
    scope: "read:points",
    summary: "Your points, and how those of this week are counted",
    response: Points,
  },
  readPoints,
);

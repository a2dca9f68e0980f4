/** GET → every change of the account's points, newest first. */
import { PointsHistory, SwapListQuery } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { readPointsHistory } from "#lib/swaps/points/read-points.ts";

export const GET = route(
  {
    credential: "reader",
    scope: "read:points",
    summary: "Every change of your points with the swap that caused it, the newest first",
    query: SwapListQuery,
    response: PointsHistory,
  },
  readPointsHistory,
);

/** `points.reversed`: the data is that of `points.credited`, with the points that were taken. */
import { PointsEntry } from "#lib/protocol/wire/swaps.ts";
import { caused } from "./event-type.ts";
import { POINTS_CREDITED } from "./points-credited.ts";

export const POINTS_REVERSED = caused({
  type: "points.reversed",
  description: "Points are taken from your balance, because a swap was reversed within 10 minutes.",
  schema: PointsEntry,
  sample: {
    ...POINTS_CREDITED.sample,
    seq: 8,
    kind: "reversal",
    balance: 260,
    week_points: 60,
    week_usd: PointsEntry.shape.week_usd.parse("320.5"),
    week_reversed_usd: PointsEntry.shape.week_reversed_usd.parse("200"),
  },
});

/** `points.credited` */
import { PointsEntry } from "#lib/protocol/wire/swaps.ts";
import { caused } from "./event-type.ts";

export const POINTS_CREDITED = caused({
  type: "points.credited",
  description: "Points are added to your balance.",
  schema: PointsEntry,
  sample: {
    seq: 7,
    kind: "credit",
    points: 50,
    balance: 310,
    week: "2026-01-05T00:00:00.000Z",
    week_points: 110,
    week_usd: PointsEntry.shape.week_usd.parse("220.5"),
    week_reversed_usd: PointsEntry.shape.week_reversed_usd.parse("0"),
    swap: "4xT6uGk5vFZtK5NMj1ZbqD7a3wFwJrYhJ6n5rV3Qd1sPZqkYt9p7nB2cVxUe8mWgR1LhTfEoAaS2iDcX4yKzHbNu",
    created_at: 1_767_650_400_000,
  },
});

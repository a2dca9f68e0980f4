/** `points.reversed` */
import { withoutSource } from "./event-type.ts";

export const POINTS_REVERSED = withoutSource(
  "points.reversed",
  "Points are taken from your balance.",
);

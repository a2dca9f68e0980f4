/** `points.credited` */
import { withoutSource } from "./event-type.ts";

export const POINTS_CREDITED = withoutSource(
  "points.credited",
  "Points are added to your balance.",
);

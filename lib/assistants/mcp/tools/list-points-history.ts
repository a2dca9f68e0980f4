import { PointsHistory, SwapListQuery } from "#lib/protocol/wire/swaps.ts";
import { readPointsHistory } from "#lib/swaps/points/read-points.ts";
import { READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const listPointsHistory = defineTool({
  name: "list_points_history",
  title: "List Points History",
  description:
    "Every change of the user's points, the newest first: points that a swap earned, and points that were taken back because a swap was reversed within 10 minutes. Each names the swap that caused it.",
  scope: "read:points",
  annotations: READS,
  input: SwapListQuery,
  output: PointsHistory,
  run: (ctx, query) => readPointsHistory({ ctx, input: { query } }),
});

import { PointsHistory, SwapListQuery } from "#lib/protocol/wire/swaps.ts";
import { readPointsHistory } from "#lib/swaps/points/read-points.ts";
import { READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const listPointsHistory = defineTool({
  name: "list_points_history",
  title: "List Points History",
  description:
    "Lists every change of the user's points, the newest first: credits for swaps, and reversals of swaps that were swapped back within 10 minutes. Each has the swap that caused it.",
  scope: "read:points",
  annotations: READS,
  input: SwapListQuery.extend({
    limit: SwapListQuery.shape.limit.describe("Most changes of a page"),
  }),
  output: PointsHistory,
  run: (ctx, query) => readPointsHistory({ ctx, input: { query } }),
});

import { z } from "zod";
import { PointsHistoryEntry, SwapListQuery } from "#lib/protocol/wire/swaps.ts";
import { readPointsHistory } from "#lib/swaps/points/read-points.ts";
import { moment, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

/** Times as the other tools give them. */
const ToolEntry = PointsHistoryEntry.omit({ created_at: true, swap: true }).extend({
  created_at: moment,
  swap: PointsHistoryEntry.shape.swap
    .omit({ block_time: true })
    .extend({ block_time: moment.nullable() }),
});

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
  output: z.object({
    results: z.array(ToolEntry),
    next: z.int().nullable().describe("Give it as `before` for the next page"),
  }),
  run: async (ctx, query) => {
    const { results, next } = await readPointsHistory({ ctx, input: { query } });
    return { results: results.map(toolEntry), next };
  },
});

function toolEntry({ created_at, swap, ...entry }: PointsHistoryEntry): z.output<typeof ToolEntry> {
  const { block_time, ...rest } = swap;
  return {
    ...entry,
    created_at: timeOf(created_at),
    swap: { ...rest, block_time: block_time === null ? null : timeOf(block_time) },
  };
}

import { z } from "zod";
import { Points } from "#lib/protocol/wire/swaps.ts";
import { readPoints } from "#lib/swaps/points/read-points.ts";
import { READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const getPoints = defineTool({
  name: "get_points",
  title: "Get Points",
  description:
    "Returns the user's points: the balance, and how this week is counted: floor(min(usd - reversed_usd, 1200) / 2), at most 600 a week. It changes nothing.",
  scope: "read:points",
  annotations: READS,
  input: z.strictObject({}),
  output: Points,
  run: (ctx) => readPoints({ ctx }),
});

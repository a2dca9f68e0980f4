import { z } from "zod";
import { Points } from "#lib/protocol/wire/swaps.ts";
import { readPoints } from "#lib/swaps/points/read-points.ts";
import { READS } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

export const getPoints = defineTool({
  name: "get_points",
  title: "Get Points",
  description:
    "The user's points: the balance, and how those of this week are counted. A week gives floor(min(usd - reversed_usd, 1200) / 2) points, at most 600. Points cannot be changed by it.",
  scope: "read:points",
  annotations: READS,
  input: z.strictObject({}),
  output: Points,
  run: (ctx) => readPoints({ ctx }),
});

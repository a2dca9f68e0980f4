import "server-only";
import { z } from "zod";
import { listPriceAlerts as list } from "#lib/pushes/alerts/list-alerts.ts";
import { READS } from "./_fields.ts";
import { ToolAlert, toolAlert } from "./_price-alerts.ts";
import { defineTool } from "./define-tool.ts";

export const listPriceAlerts = defineTool({
  name: "list_price_alerts",
  title: "List Price Alerts",
  description:
    "Lists the user's price alerts that can still fire, the newest first, with how many an account can have. An alert that fired and does not fire again is not in the list.",
  scope: "read:chat",
  annotations: READS,
  input: z.strictObject({}),
  output: z.strictObject({
    results: z.array(ToolAlert),
    most: z.int().describe("How many an account can have"),
  }),
  run: async (ctx) => {
    const { results, most } = await list({ ctx });
    return { results: results.map(toolAlert), most };
  },
});

import "server-only";
import { z } from "zod";
import { deletePriceAlert as remove } from "#lib/pushes/alerts/delete-alert.ts";
import { AlertId } from "./_price-alerts.ts";
import { defineTool } from "./define-tool.ts";

export const deletePriceAlert = defineTool({
  name: "delete_price_alert",
  title: "Delete Price Alert",
  description:
    "Deletes one of the user's price alerts, whoever set it. Delete only what the user asked for; list_price_alerts has the ids.",
  scope: "trade:execute",
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: AlertId,
  output: z.strictObject({ deleted: z.string().describe("Id of the alert that is gone") }),
  run: async (ctx, params) => {
    await remove({ ctx, input: { params } });
    return { deleted: params.id };
  },
});

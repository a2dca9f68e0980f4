import "server-only";
import { NewPriceAlert } from "#lib/protocol/wire/price-alerts.ts";
import { createPriceAlert } from "#lib/pushes/alerts/create-alert.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { ToolAlert, toolAlert } from "./_price-alerts.ts";
import { defineTool } from "./define-tool.ts";

export const setPriceAlert = defineTool({
  name: "set_price_alert",
  title: "Set Price Alert",
  description:
    "Sets an alert that notifies the user when the mark price of a market reaches a price. It orders nothing. Set only what the user asked for. The price is a decimal string, a multiple of price_tick in list_markets, and not the mark of now; get_price has the mark. Whether the mark must rise or fall to it follows from the mark of now.",
  scope: "trade:execute",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  input: NewPriceAlert,
  output: ToolAlert,
  run: async (ctx, body) =>
    toolAlert(await createPriceAlert({ ctx, input: { body } }, marketData())),
});

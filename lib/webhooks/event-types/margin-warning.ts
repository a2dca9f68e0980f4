/** `margin.warning` */
import { MarginWarningEvent } from "#lib/protocol/wire/trading-events.ts";
import { decimal } from "#lib/protocol/wire/values.ts";
import { caused } from "./event-type.ts";

export const MARGIN_WARNING = caused({
  type: "margin.warning",
  description:
    "The maintenance margin of an account of yours reached 50 % or 80 % of its value: once for each, until it is below 40 %.",
  schema: MarginWarningEvent,
  sample: {
    account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
    level: "WARNING",
    maintenance_share: decimal.parse("0.512"),
    nearest: {
      market: "BTCUSDC",
      mark_price: decimal.parse("61000.5"),
      liquidation_price: decimal.parse("58210.4"),
    },
    reached_at: "2026-01-01T00:01:00.000Z",
  },
});

/** `order.filled`: what an order of a linked wallet filled in one block of the venue. */
import { OrderFilledEvent } from "#lib/protocol/wire/trading-events.ts";
import { decimal, signedDecimal } from "#lib/protocol/wire/values.ts";
import { caused } from "./event-type.ts";

export const ORDER_FILLED = caused({
  type: "order.filled",
  description:
    "An order of yours filled in whole or in part. Fills of one block are one event. While the order is open, `order` is null.",
  schema: OrderFilledEvent,
  sample: {
    account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
    order_id: "1024",
    market: "BTCUSDC",
    side: "SELL",
    size: decimal.parse("0.02"),
    price: decimal.parse("58728.8"),
    fee: signedDecimal.parse("0.528559"),
    realized_pnl: signedDecimal.parse("0.33"),
    filled_at: "2026-01-01T00:01:00.000Z",
    order: {
      client_id: "tp-7",
      order_type: "TAKE_PROFIT_MARKET",
      size: decimal.parse("0.02"),
      filled_size: decimal.parse("0.02"),
      avg_fill_price: decimal.parse("58728.8"),
      price: null,
      trigger_price: decimal.parse("58700"),
      status: "CLOSED",
      cancel_reason: "",
      group_id: "1022",
      parent_id: "1022",
      grouping: "ENTRY",
      created_at: "2026-01-01T00:00:00.000Z",
    },
  },
});

/** `order.ended`: the data has the order as `order.filled` does. */
import { OrderEndedEvent } from "#lib/protocol/wire/trading-events.ts";
import { decimal } from "#lib/protocol/wire/values.ts";
import { caused } from "./event-type.ts";
import { ORDER_FILLED } from "./order-filled.ts";

const { account, order_id, market, side, order } = ORDER_FILLED.sample;

export const ORDER_ENDED = caused({
  type: "order.ended",
  description:
    "An order of yours ended before it was filled in whole: canceled, by you or by the venue. `cancel_reason` says why.",
  schema: OrderEndedEvent,
  sample: {
    account,
    order_id,
    market,
    side,
    ended_at: "2026-01-01T00:01:00.000Z",
    order: {
      client_id: "sl-7",
      order_type: "STOP_LOSS_MARKET",
      size: decimal.parse("0.02"),
      filled_size: decimal.parse("0"),
      avg_fill_price: null,
      price: null,
      trigger_price: decimal.parse("57000"),
      status: "CLOSED",
      cancel_reason: "SIBLING_FILLED",
      group_id: order?.group_id ?? null,
      parent_id: order?.parent_id ?? null,
      grouping: "ENTRY",
      created_at: "2026-01-01T00:00:00.000Z",
    },
  },
});

/** `agentic.executed`: the data is that of `agentic.intent`, with the venue's order. */
import { z } from "zod";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { AGENTIC_INTENT } from "./agentic-intent.ts";
import { caused } from "./event-type.ts";

const PlacedOrder = StagedOrder.omit({ reason: true }).extend({
  state: z.literal("placed"),
  decided_at: StagedOrder.shape.decided_at.unwrap(),
  result: StagedOrder.shape.result.unwrap(),
  error: z.null(),
});

export const AGENTIC_EXECUTED = caused({
  type: "agentic.executed",
  description: "The venue accepted a proposed order that you signed.",
  schema: PlacedOrder,
  sample: {
    ...AGENTIC_INTENT.sample,
    state: "placed",
    decided_at: "2026-01-01T00:01:00.000Z",
    result: {
      order_id: "1024",
      status: "OPEN",
      filled_size: "0",
      avg_fill_price: null,
      fee: "0",
      cancel_reason: "",
    },
  },
});

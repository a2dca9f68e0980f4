/**
 * `agentic.intent`: the data is the order as `GET /api/v1/approvals/{id}` shows it, without the
 * proposer's note.
 */
import { z } from "zod";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { caused } from "./event-type.ts";

const ProposedOrder = StagedOrder.omit({ reason: true }).extend({
  state: z.literal("waiting"),
  decided_at: z.null(),
  result: z.null(),
  error: z.null(),
});

export const AGENTIC_INTENT = caused({
  type: "agentic.intent",
  description: "An assistant or a bot proposes an order, which waits for your signature.",
  schema: ProposedOrder,
  sample: {
    id: "sto_0123456789abcdef01234567",
    state: "waiting",
    source: { kind: "mcp_key", name: "My assistant" },
    account: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
    order: {
      market: "BTCUSDC",
      side: "BUY",
      size: "0.01",
      price: "60000",
      order_type: "LIMIT",
      time_in_force: "GTC",
      flags: 0,
      trigger_price: null,
      trigger_source: null,
    },
    reference: null,
    signal_id: "sig_0123456789abcdef01234567",
    snapshot: {
      mark_price: "60010.5",
      mark_updated_at: "2026-01-01T00:00:00.000Z",
      best_bid: "60010",
      best_ask: "60011",
      notional: "600",
      fee: "0.27",
      initial_margin: "60",
      margin_missing: "0",
      position: null,
    },
    warnings: [],
    created_at: "2026-01-01T00:00:00.000Z",
    expires_at: "2026-01-01T00:05:00.000Z",
    decided_at: null,
    result: null,
    error: null,
    approval_url: "https://app.example/approvals/sto_0123456789abcdef01234567",
  },
});

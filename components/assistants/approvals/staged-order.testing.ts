/** Proposed orders for tests of their pages. */
import { NOW } from "#components/frame/page.testing.ts";
import { STAGED_ORDER_LIFETIME_MS } from "#lib/protocol/staged-orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

export const ACCOUNT = "FMuh1111111111111111111111111111111111111qrMe";

/** A market order that was proposed when the page is opened, and waits. */
export function stagedOrder(change: Partial<StagedOrder> = {}): StagedOrder {
  return {
    id: "sto_1",
    state: "waiting",
    source: { kind: "mcp_key", name: "Research assistant" },
    account: ACCOUNT,
    order: {
      market: "BTCUSDC",
      side: "BUY",
      size: "0.02",
      price: null,
      order_type: "MARKET",
      time_in_force: "IOC",
      flags: 0,
      trigger_price: null,
      trigger_source: null,
    },
    reason: "The funding rate turned negative.",
    reference: null,
    signal_id: null,
    snapshot: {
      mark_price: "59000",
      mark_updated_at: new Date(NOW).toISOString(),
      best_bid: "58999",
      best_ask: "59001",
      notional: "1180",
      fee: "0.59",
      initial_margin: "59",
      margin_missing: "0",
      position: "0",
    },
    warnings: [],
    created_at: new Date(NOW).toISOString(),
    expires_at: new Date(NOW + STAGED_ORDER_LIFETIME_MS).toISOString(),
    decided_at: null,
    result: null,
    error: null,
    approval_url: "https://svc.example/approvals/sto_1",
    ...change,
  };
}

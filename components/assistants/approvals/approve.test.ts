import { describe, expect, it } from "vitest";
import { placeOrderDraft, prepareWrite } from "#components/trading/signing/requests.ts";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { approvalDraft } from "./approve.ts";
import { fieldsOf } from "./staged-order.ts";

const ACCOUNT = "11111111111111111111111111111112";
const STOP = {
  market: "BTCUSDC",
  side: "SELL",
  size: "0.02",
  price: null,
  order_type: "STOP_LOSS_MARKET",
  time_in_force: "IOC",
  flags: 2,
  trigger_price: "58000.0",
  trigger_source: "MarkPrice",
} as const;
const LIMIT = {
  ...STOP,
  side: "BUY",
  order_type: "LIMIT",
  time_in_force: "GTC",
  flags: 1,
  price: "60000.0",
  trigger_price: null,
  trigger_source: null,
} as const;

const staged = (order: StagedOrder["order"]) =>
  ({ id: "sto_1", account: ACCOUNT, order }) as StagedOrder;

describe.each([STOP, LIMIT])("the approval of a $order_type order", (order) => {
  it("signs the bytes that the trading page signs for the same order, and sends them to its approval", async () => {
    const draft = approvalDraft(staged(order));
    const placed = placeOrderDraft(fieldsOf(staged(order)));
    expect(draft.path).toBe("/api/v1/approvals/sto_1/approve");
    expect(draft.body).toBe(placed.body);
    const [mine, its] = await Promise.all(
      [draft, placed].map((one) => prepareWrite(one, ACCOUNT, 1_700_000_000_000)),
    );
    expect(mine?.digest).toBe(its?.digest);
  });

  it("has exactly the signed fields as its body", () => {
    const { body } = approvalDraft(staged(order));
    expect(placeOrderFields(JSON.parse(body))).toEqual(fieldsOf(staged(order)));
  });
});

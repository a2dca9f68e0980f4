import { describe, expect, it } from "vitest";
import {
  cancelOrderDraft,
  modifyOrderDraft,
  placeOrderDraft,
  prepareWrite,
  type WriteDraft,
} from "#components/trading/signing/requests.ts";
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

describe("the approval of a change", () => {
  const target = {
    order_id: "1024",
    size: "0.01",
    filled_size: "0",
    price: "59000.0",
    trigger_price: null,
    follows_position: false,
  };
  const digestOf = async (draft: WriteDraft) =>
    (await prepareWrite(draft, ACCOUNT, 1_700_000_000_000)).digest;

  it("signs the bytes that the trading page signs for the same edit, and for the same cancellation", async () => {
    const { market, side, order_type } = LIMIT;
    const order = { id: "1024", market, side, order_type, ...target };
    const edit = approvalDraft({ ...staged(LIMIT), action: "modify", target });
    const end = approvalDraft({ ...staged(LIMIT), action: "cancel", target });
    const edited = modifyOrderDraft(order, { size: LIMIT.size, price: LIMIT.price });
    const ended = cancelOrderDraft({ id: "1024", market });
    for (const [mine, its] of [
      [edit, edited],
      [end, ended],
    ] as const) {
      expect(mine).toMatchObject({ method: "POST", path: "/api/v1/approvals/sto_1/approve" });
      expect(mine.body).toBe(its.body);
      expect(await digestOf(mine)).toBe(await digestOf(its));
    }
    expect(edit.before).toEqual({ size: "0.01", price: "59000.0" });
  });
});

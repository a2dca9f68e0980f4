import { describe, expect, test } from "vitest";
import { cashOnly } from "#lib/protocol/orders/holdings.ts";
import * as attaching from "./attached.ts";
import { checkOrder } from "./check-order.ts";
import { EMPTY_DRAFT, type OrderDraft } from "./draft.ts";
import { CONTEXT, wordsIn } from "./ticket.testing.ts";

const words = wordsIn("en");
const plain: OrderDraft = { ...EMPTY_DRAFT, size: "0.01", price: "64001" };
const stopped: OrderDraft = { ...plain, stopLoss: { unit: "price", text: "60000" } };
const LEVELS = { asks: [{ ticks: 640_010n, lots: 100_000n }], bids: [] };
const holdings = cashOnly(10_000_000_000_000n);

const judged = (draft: OrderDraft, markTicks: bigint | undefined, loaded = true) =>
  checkOrder(
    draft,
    { holdings, context: { ...CONTEXT, markTicks }, levels: LEVELS },
    words,
    loaded ? attaching : undefined,
  ).attachedOrders;

describe("an order with a stop loss", () => {
  test("goes with it", () => {
    expect(judged(stopped, 640_000n)).toMatchObject([
      { order_type: "STOP_LOSS_MARKET", side: "SELL", trigger_price: "60000" },
    ]);
  });

  test("does not go without it where it can not be reckoned", () => {
    expect(judged(stopped, undefined)).toBeUndefined();
    expect(judged(stopped, 640_000n, false)).toBeUndefined();
    expect(judged({ ...stopped, size: "" }, 640_000n)).toBeUndefined();
  });

  test("which is not wanted, goes alone", () => {
    expect(judged(plain, undefined)).toEqual([]);
    expect(judged(plain, 640_000n, false)).toEqual([]);
  });
});

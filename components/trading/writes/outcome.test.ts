/** The sentence for each result of each kind of write. */
import { describe, expect, test } from "vitest";
import { VirtualClock } from "#components/data/virtual-clock.testing.ts";
import { readEnglish } from "#components/i18n/client-text.testing.ts";
import { changeSummary, orderSummary } from "#components/i18n/order-summary.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { outcomeOf } from "./outcome.ts";
import type { WriteKind, WriteRefusal } from "./write-types.ts";
import { FakeVenue, LIMIT_ORDER } from "./writes.testing.ts";

readEnglish();

function record(fields: Record<string, unknown>): OrderRecord {
  return new FakeVenue(new VirtualClock()).addOrder(fields as Partial<OrderRecord>);
}

function accepted(
  kind: WriteKind,
  orders: OrderRecord[],
  more: { count?: number; refusals?: WriteRefusal[]; missing?: number } = {},
): string {
  const { count = 1, refusals = [], missing = 0 } = more;
  const result = { state: "accepted", orders, refusals, missing } as const;
  const { tone, text } = outcomeOf({ kind, count }, result);
  return `${tone}: ${text}`;
}

const filled = { filled_size: "0.5", avg_fill_price: "64000.5" };
const closed = { status: "CLOSED" };
const stop = { status: "UNTRIGGERED", trigger_price: "60000" };

describe("a placed order: the sentence", () => {
  test.each([
    [{}, "good: Order placed."],
    [{ ...stop, order_type: "STOP_LOSS_MARKET" }, "good: Stop loss set at 60,000."],
    [{ ...stop, order_type: "TAKE_PROFIT_MARKET" }, "good: Take profit set at 60,000."],
    [{ ...filled }, "good: Bought 0.5 of 1 BTCUSDC at 64,000.5. The rest is open."],
    [{ ...closed, ...filled, size: "0.50" }, "good: Bought 0.5 BTCUSDC at 64,000.5."],
    [{ ...closed, ...filled, size: "0.5", side: "SELL" }, "good: Sold 0.5 BTCUSDC at 64,000.5."],
    [
      { ...closed, ...filled, cancel_reason: "IOC_UNFILLED" },
      "neutral: Bought 0.5 of 1 BTCUSDC at 64,000.5. The rest was cancelled: no more matching orders (IOC).",
    ],
    [{ ...closed, cancel_reason: "NO_LIQUIDITY" }, "neutral: Not filled: no matching orders."],
  ])("%j", (fields, said) => {
    expect(accepted("place", [record(fields)])).toBe(said);
  });
});

describe("the sentence for a change and a cancellation", () => {
  test("describes the current state", () => {
    expect(accepted("modify", [record({ size: "1200", price: "90" })])).toBe(
      "good: Order changed: now 1,200 at 90.",
    );
    expect(accepted("modify", [record({ ...closed, ...filled })])).toContain("Bought 0.5");
    const cancelled = { ...closed, cancel_reason: "USER_CANCELED" };
    expect(accepted("cancel", [record(cancelled)])).toBe("good: Order cancelled.");
    expect(accepted("cancel", [record({ ...cancelled, ...filled })])).toBe(
      "good: The rest was cancelled. 0.5 had already filled at 64,000.5.",
    );
    expect(accepted("cancel", [record({ ...closed, ...filled })])).toBe(
      "neutral: The order filled before it could be cancelled.",
    );
  });

  test("counts several", () => {
    const orders = [record(closed), record(closed)];
    const gone = { code: "ORDER_IS_CLOSED", message: "" };
    const foreign = { code: "ORDER_NOT_FOUND", message: "" };
    expect(accepted("cancel-all", orders)).toBe("good: 2 orders cancelled.");
    expect(accepted("cancel-all", [])).toBe("good: No open orders.");
    expect(accepted("cancel-batch", orders, { count: 3, refusals: [gone] })).toBe(
      "good: 2 orders cancelled. 1 was already closed.",
    );
    expect(accepted("cancel-batch", orders, { count: 3, refusals: [foreign] })).toContain(
      "bad: 2 orders cancelled. 1 of 3 rejected: This account has no such order.",
    );
    expect(accepted("cancel-batch", [], { count: 2 })).toContain("These orders are no longer open");
  });
});

describe("the sentence for a batch", () => {
  const small = { code: "MIN_NOTIONAL", message: "minimum of 10 USDC" };

  test("describes each order in the order of their ids", () => {
    const venue = new FakeVenue(new VirtualClock());
    const add = (fields: object) => venue.addOrder(fields as Partial<OrderRecord>);
    const first = add({ ...closed, ...filled, size: "0.5" });
    const profit = { ...stop, order_type: "TAKE_PROFIT_MARKET", trigger_price: "70000" };
    const others = [add(profit), add({ ...stop, order_type: "STOP_LOSS_MARKET" })];
    expect(accepted("batch", [...others.toReversed(), first], { count: 3 })).toBe(
      "good: Bought 0.5 BTCUSDC at 64,000.5. Take profit set at 70,000. Stop loss set at 60,000.",
    );
  });

  test("describes order by order, each reason once", () => {
    const said = accepted("batch", [record({})], { count: 3, refusals: [small, small] });
    expect(said).toBe(
      "bad: 1 order placed. 2 of 3 rejected: The order is too small. Use a larger size. It must be worth at least 10 USDC.",
    );
    expect(accepted("batch", [record({})], { count: 2, missing: 1 })).toContain(
      "1 of 2 was rejected by the venue",
    );
  });
});

describe("the sentence for a write without effect", () => {
  test.each<[WriteKind, string]>([
    ["place", "Rejected: Not enough margin"],
    ["modify", "Not changed: Not enough margin"],
    ["cancel", "Not cancelled: Not enough margin"],
    ["withdraw", "Not withdrawn: Not enough margin"],
  ])("%s", (kind, said) => {
    const refusal = { state: "rejected", code: "INSUFFICIENT_MARGIN", message: "" } as const;
    expect(outcomeOf({ kind, count: 1 }, refusal).text).toContain(said);
    expect(outcomeOf({ kind, count: 1 }, { state: "never-arrived" }).tone).toBe("neutral");
  });
});

test("writes are named in a few words", () => {
  expect(orderSummary(LIMIT_ORDER)).toBe("Buy 0.0100 BTCUSDC at 64,000.0");
  const stop = { ...LIMIT_ORDER, side: "SELL", price: null, trigger_price: "60000" } as const;
  expect(orderSummary({ ...stop, order_type: "STOP_LOSS_MARKET" })).toBe(
    "Stop loss at 60,000: sell 0.0100 BTCUSDC",
  );
  expect(orderSummary({ ...stop, order_type: "TAKE_PROFIT_MARKET" })).toContain(
    "Take profit at 60,000: sell",
  );
  expect(changeSummary(LIMIT_ORDER, { price: "63000" })).toBe(
    "Change to 63,000: Buy 0.0100 BTCUSDC at 64,000.0",
  );
});

test("the state follows what the venue did, whatever the tone", () => {
  const ended = record({ ...closed, ...filled, cancel_reason: "SELF_TRADE" });
  const result = { state: "accepted", orders: [ended], refusals: [], missing: 0 } as const;
  expect(outcomeOf({ kind: "modify", count: 1 }, result)).toMatchObject({
    tone: "neutral",
    state: "accepted",
  });
});

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

describe("a placed order: the sentence", () => {
  test.each([
    [{}, "good: The order is open."],
    [{ status: "UNTRIGGERED" }, "good: The order waits for its trigger."],
    [{ ...filled }, "good: Partly filled: 0.5 at 64,000.5. The rest is open."],
    [{ ...closed, ...filled }, "good: Filled: 0.5 at 64,000.5."],
    [
      { ...closed, ...filled, cancel_reason: "IOC_UNFILLED" },
      "neutral: Partly filled: 0.5 at 64,000.5. The rest ended: no more matching orders (IOC).",
    ],
    [{ ...closed, cancel_reason: "NO_LIQUIDITY" }, "neutral: Not filled: no matching orders."],
  ])("%j", (fields, said) => {
    expect(accepted("place", [record(fields)])).toBe(said);
  });
});

describe("the sentence for a change and a cancellation", () => {
  test("describes the current state", () => {
    expect(accepted("modify", [record({ size: "1200", price: "90" })])).toBe(
      "good: The order is changed: now 1,200 at 90.",
    );
    expect(accepted("modify", [record({ ...closed, ...filled })])).toContain("Filled: 0.5");
    const cancelled = { ...closed, cancel_reason: "USER_CANCELED" };
    expect(accepted("cancel", [record(cancelled)])).toBe("good: The order is cancelled.");
    expect(accepted("cancel", [record({ ...cancelled, ...filled })])).toBe(
      "good: The rest is cancelled. 0.5 had already filled at 64,000.5.",
    );
    expect(accepted("cancel", [record({ ...closed, ...filled })])).toBe(
      "neutral: The order had filled before it could be cancelled.",
    );
  });

  test("counts several", () => {
    const orders = [record(closed), record(closed)];
    const gone = { code: "ORDER_IS_CLOSED", message: "" };
    const foreign = { code: "ORDER_NOT_FOUND", message: "" };
    expect(accepted("cancel-all", orders)).toBe("good: 2 orders are cancelled.");
    expect(accepted("cancel-all", [])).toBe("good: No orders are open.");
    expect(accepted("cancel-batch", orders, { count: 3, refusals: [gone] })).toBe(
      "good: 2 orders are cancelled. 1 had already ended.",
    );
    expect(accepted("cancel-batch", orders, { count: 3, refusals: [foreign] })).toContain(
      "bad: 2 orders are cancelled. 1 of 3 refused: This account has no such order.",
    );
    expect(accepted("cancel-batch", [], { count: 2 })).toContain("None of these orders is open");
  });
});

describe("the sentence for a batch", () => {
  const small = { code: "MIN_NOTIONAL", message: "minimum of 10 USDC" };

  test("describes its first order, whatever the order of the records", () => {
    const venue = new FakeVenue(new VirtualClock());
    const first = venue.addOrder({ ...closed, ...filled } as unknown as Partial<OrderRecord>);
    const others = [venue.addOrder({}), venue.addOrder({})];
    expect(accepted("batch", [...others.toReversed(), first], { count: 3 })).toBe(
      "good: Filled: 0.5 at 64,000.5. Its 2 attached orders are placed.",
    );
  });

  test("describes order by order, each reason once", () => {
    const said = accepted("batch", [record({})], { count: 3, refusals: [small, small] });
    expect(said).toBe(
      "bad: 1 order is placed. 2 of 3 refused: The order is too small. Use a larger size. It must be worth at least 10 USDC.",
    );
    expect(accepted("batch", [record({})], { count: 2, missing: 1 })).toContain(
      "1 of 2 was not placed",
    );
  });
});

describe("the sentence for a write without effect", () => {
  test.each<[WriteKind, string]>([
    ["place", "Rejected: Not enough margin"],
    ["modify", "The order is unchanged. Not enough margin"],
    ["cancel", "Not cancelled: Not enough margin"],
    ["withdraw", "Nothing is withdrawn. Not enough margin"],
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
    "Stop loss: sell 0.0100 BTCUSDC once 60,000 is reached",
  );
  expect(orderSummary({ ...stop, order_type: "TAKE_PROFIT_MARKET" })).toContain(
    "Take profit: sell",
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

import { describe, expect, test } from "vitest";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { EMPTY_DRAFT, type OrderDraft } from "./draft.ts";
import {
  emptiedAfter,
  isUnanswered,
  type Press,
  SubmitGuard,
  settledOutcome,
  termsOf,
} from "./submit-guard.ts";

const ORDER: PlaceOrderFields = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.01",
  price: "64000",
  order_type: "LIMIT",
  flags: 0,
  time_in_force: "GTC",
  trigger_price: null,
  trigger_source: null,
};
const draft: OrderDraft = { ...EMPTY_DRAFT, size: "0.01", price: "64000" };

/** Presses a key, without a review and with nothing to double, unless a test overrides it. */
function pressing(guard = new SubmitGuard()) {
  return (at: number, change: Partial<Press> = {}) =>
    guard.press({
      at,
      byKey: true,
      isDoubleClick: false,
      terms: termsOf(ORDER, draft),
      unreviewed: true,
      doubles: "",
      ...change,
    });
}

describe("a key that sends unseen", () => {
  test("is pressed twice within three seconds", () => {
    const press = pressing();
    expect(press(0)).toBe("press-again");
    expect(press(500)).toBe("send");
    expect(press(1_000)).toBe("press-again");
    expect(press(4_100)).toBe("press-again");
    expect(press(4_600)).toBe("send");
  });

  test("sends what was armed: a changed order is armed anew", () => {
    const press = pressing();
    const larger = termsOf({ ...ORDER, size: "0.1" }, draft);
    expect(press(0)).toBe("press-again");
    expect(press(500, { terms: larger })).toBe("press-again");
    expect(press(1_000)).toBe("press-again");
    const stop = termsOf(ORDER, { ...draft, stopLoss: { unit: "percent", text: "5" } });
    expect(press(1_500, { terms: stop })).toBe("press-again");
    expect(press(2_000, { terms: stop })).toBe("send");
  });

  test("that bounces is one press, however long it does", () => {
    const press = pressing();
    expect(press(0)).toBe("press-again");
    for (const at of [33, 66, 99, 132]) expect(press(at)).toBe("ignored");
    expect(press(600)).toBe("send");
  });

  test("is not armed by a pointer, nor where the panel shows the order", () => {
    const press = pressing();
    expect(press(0, { byKey: false })).toBe("send");
    expect(press(1_000, { unreviewed: false })).toBe("send");
  });
});

describe("an order that may double another", () => {
  const click = { byKey: false, unseen: false, doubles: "a1" };

  test("is asked about, and the answer is for this order beside those others", () => {
    const press = pressing();
    const larger = termsOf({ ...ORDER, size: "0.1" }, draft);
    expect(press(0, click)).toBe("ask-double");
    expect(press(1_000, { ...click, terms: larger })).toBe("ask-double");
    expect(press(2_000, { ...click, terms: larger, doubles: "a1 a2" })).toBe("ask-double");
    expect(press(3_000, { ...click, terms: larger, doubles: "a1 a2" })).toBe("send");
    // A confirmation counts once.
    expect(press(4_000, { ...click, terms: larger, doubles: "a1 a2" })).toBe("ask-double");
  });

  test("is not confirmed by the second half of a double click", () => {
    const press = pressing();
    expect(press(0, click)).toBe("ask-double");
    expect(press(200, { ...click, isDoubleClick: true })).toBe("ignored");
    expect(press(900, click)).toBe("send");
  });

  test("by key is asked about, armed, and then sent", () => {
    const press = pressing();
    expect(press(0, { doubles: "a1" })).toBe("ask-double");
    expect(press(500, { doubles: "a1" })).toBe("press-again");
    expect(press(1_000, { doubles: "a1" })).toBe("send");
  });
});

test("the button is free once nobody knows what became of its order", () => {
  const leaving = { order: ORDER, before: new Set(["old"]) };
  expect(isUnanswered(leaving, [])).toBe(false);
  expect(isUnanswered(leaving, [{ digest: "old", order: ORDER }])).toBe(false);
  expect(isUnanswered(leaving, [{ digest: "x", order: { ...ORDER, size: "9" } }])).toBe(false);
  expect(isUnanswered(leaving, [{ digest: "new", order: { ...ORDER } }])).toBe(true);
});

test("a sending that breaks ends", async () => {
  expect(await settledOutcome(() => Promise.reject(new TypeError("no")))).toBe("broken");
  expect(await settledOutcome(() => Promise.resolve(undefined))).toBe("not-signed");
  const outcome = { tone: "good", text: "Open.", state: "accepted" } as const;
  expect(await settledOutcome(() => Promise.resolve(outcome))).toEqual(outcome);
});

describe("after an order was taken", () => {
  const stopLoss = { unit: "percent", text: "5" } as const;
  const sent: OrderDraft = { ...draft, amount: { unit: "quote", text: "640" }, stopLoss };

  test("what was sent is emptied, in the units of now", () => {
    expect(emptiedAfter(sent, sent)).toEqual({
      size: "",
      amount: { unit: "quote", text: "" },
      takeProfit: { unit: "price", text: "" },
      stopLoss: { unit: "percent", text: "" },
    });
  });

  test("what was typed since stays", () => {
    expect(emptiedAfter(sent, { ...sent, size: "0.2" })).not.toHaveProperty("size");
    const otherUnit = { ...sent, amount: { unit: "base", text: "" } } as const;
    expect(emptiedAfter(sent, otherUnit)).not.toHaveProperty("amount");
    const otherStop = { ...sent, stopLoss: { unit: "price", text: "60000" } } as const;
    expect(emptiedAfter(sent, otherStop)).not.toHaveProperty("stopLoss");
  });
});

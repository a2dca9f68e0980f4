/** Several orders under one signature: each is checked against the state that the ones before it left, and answered in its place. */
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, orderFields, POST_ONLY, type Terms, TestEngine } from "./engine.testing.ts";
import type { Outcome } from "./outcome.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "1000").deposit("bob", "10000");
});

type Item = ["BUY" | "SELL", string, string | null, Terms?];

function batch(name: string, items: Item[], clientIds: (string | null)[] = []): Outcome[] {
  const orders = items.map(([side, size, price, terms]) => orderFields(side, size, price, terms));
  const ids = items.map((_, index) => clientIds[index] ?? null);
  const outcome = venue.submit(venue.by(name).placeBatch(orders, ids, venue.time));
  if (outcome.kind !== "batch") throw new Error(codeOf(outcome));
  return outcome.items;
}

test("an item that is refused leaves the others", () => {
  const items = batch("ann", [
    ["BUY", "1", "99"],
    ["BUY", "1", "99.0001"],
    ["BUY", "1", "98", { market: "DOGEUSDC" }],
    ["BUY", "1", "97"],
  ]);
  expect(items.map(codeOf)).toEqual(["order", "INVALID_TICK", "MARKET_NOT_FOUND", "order"]);
  expect(venue.holding("ann").openBuy).toBe(200);
});

test("margin that one takes is gone for the next", () => {
  const items = batch("ann", [
    ["BUY", "90", "100"],
    ["BUY", "90", "100"],
    ["BUY", "5", "100"],
  ]);
  expect(items.map(codeOf)).toEqual(["order", "INSUFFICIENT_MARGIN", "order"]);
});

test("the second may not trade with the first, nor cross it post-only", () => {
  const items = batch("bob", [
    ["BUY", "1", "100"],
    ["SELL", "1", "100", { flags: POST_ONLY }],
    ["SELL", "1", "100"],
  ]);
  expect(items.map(codeOf)).toEqual(["order", "POST_ONLY_WOULD_CROSS", "order"]);
  expect(items[0]).toMatchObject({ order: { status: "CLOSED", cancelReason: "SELF_TRADE" } });
  expect(venue.trades).toEqual([]);
});

test("the same signed bytes again change nothing and name the first answer", () => {
  const command = venue.by("ann").placeBatch([orderFields("BUY", "1", "99")], [null], venue.time);
  const first = venue.submit(command);
  const before = venue.content();
  expect(venue.submit(command)).toEqual({ kind: "duplicate", original: first });
  expect(venue.content()).toBe(before);
});

test("its trades fire the triggers of others, after the last item", () => {
  const stop = venue.buy("bob", "1", null, {
    type: "STOP_LOSS_MARKET",
    tif: "GTC",
    trigger: "101",
    source: "last",
  });
  venue.sell("bob", "1", "101");
  batch("ann", [
    ["BUY", "1", "101"],
    ["SELL", "0.5", "101"],
  ]);
  expect(stop).toMatchObject({ filled: 50, status: "CLOSED" });
});

describe("cancels in a batch", () => {
  test("one answer each, in order", () => {
    const order = venue.buy("ann", "1", "99");
    const foreign = venue.buy("bob", "1", "99");
    const cancels = [order, order, foreign].map(({ id }) => ({
      order_id: BigInt(id),
      market: "SOLUSDC",
    }));
    const elsewhere = { order_id: BigInt(order.id), market: "BTCUSDC" };
    const command = venue.by("ann").cancelBatch([...cancels, elsewhere], venue.time);
    const outcome = venue.submit(command);
    expect(outcome.kind === "batch" && outcome.items.map(codeOf)).toEqual([
      "order",
      "ORDER_IS_CLOSED",
      "ORDER_NOT_FOUND",
      "ORDER_NOT_FOUND",
    ]);
  });
});

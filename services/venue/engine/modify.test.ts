/** A change of an order takes effect whole or not at all, and keeps its place in the queue only when no other order loses by it. */
import { beforeEach, describe, expect, test } from "vitest";
import { accountMargin } from "./account-margin.ts";
import { codeOf, orderIn, POST_ONLY, REDUCE_ONLY, TestEngine, usdc } from "./engine.testing.ts";
import type { Order } from "./market-state.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine();
  for (const name of ["ann", "bob", "cat"]) venue.deposit(name, "10000");
});

/** The makers that a seller of `size` meets at the best price, in order. */
function takers(size: string): number[] {
  venue.sell("cat", size, null);
  return venue.fills.filter((fill) => fill.liquidity === "MAKER").map((fill) => fill.orderId);
}

describe("priority", () => {
  let first: Order;
  let second: Order;
  beforeEach(() => {
    first = venue.buy("ann", "2", "100");
    second = venue.buy("bob", "2", "100");
  });

  test("a smaller size at the same price keeps it", () => {
    expect(orderIn(venue.modify("ann", first, "1", "100"))).toMatchObject({
      size: 100,
      remaining: 100,
    });
    expect(takers("2")).toEqual([first.id, second.id]);
  });

  test("the same size at the same price keeps it", () => {
    venue.modify("ann", first, "2", "100");
    expect(takers("3")).toEqual([first.id, second.id]);
  });

  test("a larger size at the same price loses it", () => {
    expect(orderIn(venue.modify("ann", first, "2.01", "100")).remaining).toBe(201);
    expect(takers("3")).toEqual([second.id, first.id]);
  });

  test("another price loses it, also when the order comes back", () => {
    venue.modify("ann", first, "2", "99.999");
    venue.modify("ann", first, "2", "100");
    expect(takers("3")).toEqual([second.id, first.id]);
  });
});

describe("size is the new total", () => {
  test("what was filled counts: 3 of 5 filled, changed to 4, leaves 1", () => {
    const order = venue.buy("ann", "5", "100");
    venue.sell("bob", "3", "100");
    venue.modify("ann", order, "4", "100");
    expect(order).toMatchObject({ size: 400, filled: 300, remaining: 100, status: "OPEN" });
  });

  test.each(["3", "2.99"])("a total of %s is refused when 3 are filled", (size) => {
    const order = venue.buy("ann", "5", "100");
    venue.sell("bob", "3", "100");
    const before = venue.content();
    expect(codeOf(venue.modify("ann", order, size, "100"))).toBe("INVALID_ORDER_TERMS");
    expect(venue.content()).toBe(before);
  });
});

describe("a new price that crosses", () => {
  test("matches at once under the old id, at the makers' prices, and what remains rests", () => {
    const order = venue.buy("ann", "5", "98");
    venue.sell("bob", "2", "101");
    const outcome = venue.modify("ann", order, "5", "102");
    expect(outcome).toMatchObject({ kind: "order", fills: [{ ticks: 101_000, lots: 200 }] });
    expect(order).toMatchObject({ status: "OPEN", filled: 200, remaining: 300, ticks: 102_000 });
    expect(venue.position("ann")).toBe("2");
  });

  test("is refused when the order was post-only, and the order stays where it is", () => {
    const order = venue.buy("ann", "5", "98", { flags: POST_ONLY });
    venue.sell("bob", "2", "101");
    const before = venue.content();
    expect(codeOf(venue.modify("ann", order, "5", "101"))).toBe("POST_ONLY_WOULD_CROSS");
    expect(venue.content()).toBe(before);
    expect(orderIn(venue.modify("ann", order, "5", "100.999")).status).toBe("OPEN");
  });

  test("cancels the account's own order on the other side instead of trading with it", () => {
    const order = venue.buy("ann", "5", "98");
    const own = venue.sell("ann", "2", "101");
    venue.modify("ann", order, "5", "101");
    expect(own).toMatchObject({ status: "CLOSED", cancelReason: "SELF_TRADE", filled: 0 });
    expect(order).toMatchObject({ status: "OPEN", filled: 0, ticks: 101_000 });
  });
});

describe("a refusal leaves everything as it was, to the hash of the state", () => {
  test.each([
    ["a price off the tick", "5", "98.0001", "INVALID_TICK"],
    ["a size off the lot", "5.001", "98", "INVALID_LOT"],
    ["no size", "0", "98", "INVALID_LOT"],
    ["a price outside the band", "5", "110.001", "PRICE_BAND"],
    ["more than the margin carries", "2000", "98", "INSUFFICIENT_MARGIN"],
    ["less than the least order, at another price", "0.05", "98.5", "MIN_NOTIONAL"],
    ["less than the least order, at the same price", "0.05", "98", "MIN_NOTIONAL"],
    ["no price", "5", null, "INVALID_ORDER_TERMS"],
  ] as const)("%s", (_, size, price, code) => {
    const order = venue.buy("ann", "5", "98");
    const before = venue.content();
    expect(codeOf(venue.modify("ann", order, size, price))).toBe(code);
    expect(venue.content()).toBe(before);
  });

  test("another side or type than the order's", () => {
    const order = venue.buy("ann", "5", "98");
    const before = venue.content();
    const change = {
      order_id: BigInt(order.id),
      market: "SOLUSDC",
      size: "5",
      price: "98",
    } as const;
    const { time } = venue;
    for (const wrong of [
      { ...change, side: "SELL", order_type: "LIMIT" } as const,
      { ...change, side: "BUY", order_type: "MARKET" } as const,
    ]) {
      expect(codeOf(venue.submit(venue.by("ann").modify(wrong, time)))).toBe("INVALID_ORDER_TERMS");
    }
    expect(venue.content()).toBe(before);
  });

  test("an order of somebody else, of another market, or that is closed", () => {
    const order = venue.buy("ann", "5", "98");
    expect(codeOf(venue.modify("bob", order, "4", "98"))).toBe("ORDER_NOT_FOUND");
    const elsewhere = {
      order_id: BigInt(order.id),
      market: "BTCUSDC",
      side: "BUY",
      order_type: "LIMIT",
      size: "4",
      price: "98",
    } as const;
    const { time } = venue;
    expect(codeOf(venue.submit(venue.by("ann").modify(elsewhere, time)))).toBe("ORDER_NOT_FOUND");
    venue.cancel("ann", order);
    expect(codeOf(venue.modify("ann", order, "4", "98"))).toBe("ORDER_IS_CLOSED");
  });
});

test("the margin is judged without the old order: all free margin may move to a new price", () => {
  // 1,000 × 98 × 10 % and the provision of the taker fee leave less than a second such order would need.
  const order = venue.buy("ann", "990", "98");
  expect(codeOf(venue.place("ann", ["BUY", "990", "97"]))).toBe("INSUFFICIENT_MARGIN");
  expect(orderIn(venue.modify("ann", order, "990", "97")).ticks).toBe(97_000);
});

test("the old order's open loss is given back once, also when the mark has just moved", () => {
  const order = venue.buy("ann", "10", "100");
  venue.mark("95");
  venue.modify("ann", order, "10", "96");
  // 10 × 1 of open loss; the test engine compares it with a sum from nothing.
  const { initialMargin } = accountMargin(venue.account("ann"));
  expect(usdc(initialMargin)).toBe("105.4275");
});

test("a reduce-only order is cut to the position again when it is changed", () => {
  venue.sell("bob", "5", "100");
  venue.buy("ann", "5", "100");
  const order = venue.sell("ann", "3", "105", { flags: REDUCE_ONLY });
  venue.modify("ann", order, "9", "104");
  expect(order).toMatchObject({ size: 900, remaining: 500 });
});

describe("an order that waits for its trigger", () => {
  let stop: Order;
  beforeEach(() => {
    stop = venue.sell("ann", "2", null, {
      type: "STOP_LOSS_MARKET",
      tif: "GTC",
      trigger: "95",
      source: "mark",
    });
  });

  test("gets another trigger price by `price`, and fires there and not before", () => {
    venue.modify("ann", stop, "2", "92");
    venue.mark("94");
    expect(stop.status).toBe("UNTRIGGERED");
    venue.mark("92");
    expect(stop.status).toBe("CLOSED");
  });

  test("keeps its trigger price when `price` is null", () => {
    venue.modify("ann", stop, "3", null);
    expect(stop).toMatchObject({ status: "UNTRIGGERED", size: 300, triggerTicks: 95_000 });
  });

  test("is untouched when it would fire at once", () => {
    const before = venue.content();
    expect(codeOf(venue.modify("ann", stop, "2", "100"))).toBe("INVALID_TRIGGER_PRICE");
    expect(venue.content()).toBe(before);
  });
});

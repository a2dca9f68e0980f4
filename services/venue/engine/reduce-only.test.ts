/** A reduce-only order never opens and never turns a position, whatever happens between placing and filling. */
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, REDUCE_ONLY, TestEngine } from "./engine.testing.ts";

const reduce = { flags: REDUCE_ONLY };

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine();
  for (const name of ["ann", "bob", "cat"]) venue.deposit(name, "10000");
  venue.sell("bob", "5", "100");
  venue.buy("ann", "5", "100");
});

test("without a position, or on its own side, it is refused", () => {
  expect(codeOf(venue.place("cat", ["SELL", "1", "101"], reduce))).toBe(
    "REDUCE_ONLY_WOULD_INCREASE",
  );
  expect(codeOf(venue.place("ann", ["BUY", "1", "99"], reduce))).toBe("REDUCE_ONLY_WOULD_INCREASE");
});

test("it is cut to the position, and the next finds nothing left to reduce", () => {
  expect(venue.sell("ann", "9", "101", reduce)).toMatchObject({ size: 900, remaining: 500 });
  expect(codeOf(venue.place("ann", ["SELL", "1", "102"], reduce))).toBe(
    "REDUCE_ONLY_WOULD_INCREASE",
  );
});

test("one that was cut and filled says that the rest could not reduce", () => {
  const order = venue.sell("ann", "9", "101", reduce);
  venue.buy("cat", "9", "101");
  expect(order).toMatchObject({
    filled: 500,
    status: "CLOSED",
    cancelReason: "REDUCE_ONLY_INVALID",
  });
  expect(venue.position("ann")).toBe("0");
});

describe("a take profit in the book stands in nobody's way", () => {
  test("everything can be closed at the market, and it goes with the position", () => {
    const profit = venue.sell("ann", "5", "110", reduce);
    venue.buy("cat", "9", "100");
    const close = venue.sell("ann", "5", null, { ...reduce, tif: "IOC" });
    expect(close).toMatchObject({ status: "CLOSED", cancelReason: "", filled: 500 });
    expect(profit).toMatchObject({ status: "CLOSED", cancelReason: "REDUCE_ONLY_INVALID" });
    expect(venue.position("ann")).toBe("0");
  });

  test("a part is closed, and it is trimmed to the rest", () => {
    const profit = venue.sell("ann", "5", "110", reduce);
    venue.buy("cat", "9", "100");
    venue.sell("ann", "2", null, { ...reduce, tif: "IOC" });
    expect(profit).toMatchObject({ status: "OPEN", remaining: 300 });
  });

  test("a stop fires on the whole position", () => {
    venue.sell("ann", "5", "110", reduce);
    const stop = venue.sell("ann", "5", null, {
      ...reduce,
      type: "STOP_LOSS_MARKET",
      trigger: "98",
      source: "mark",
    });
    venue.buy("cat", "9", "97");
    venue.mark("97.5");
    expect(stop).toMatchObject({ status: "CLOSED", cancelReason: "", filled: 500 });
    expect(venue.position("ann")).toBe("0");
  });
});

describe("when the position shrinks otherwise", () => {
  test("the newest are trimmed first", () => {
    const older = venue.sell("ann", "3", "101", reduce);
    const newer = venue.sell("ann", "2", "102", reduce);
    venue.buy("cat", "3", "100");
    venue.sell("ann", "3", "100");
    expect(older).toMatchObject({ status: "OPEN", remaining: 200 });
    expect(newer).toMatchObject({ status: "CLOSED", cancelReason: "REDUCE_ONLY_INVALID" });
  });

  test("all go with the position", () => {
    const order = venue.sell("ann", "3", "101", reduce);
    venue.buy("cat", "6", "100");
    venue.sell("ann", "6", "100");
    expect(order).toMatchObject({
      status: "CLOSED",
      cancelReason: "REDUCE_ONLY_INVALID",
      filled: 0,
    });
    expect(venue.position("ann")).toBe("-1");
  });

  test("within one taker: two resting orders close the position and no more", () => {
    venue.sell("ann", "5", "101");
    venue.sell("ann", "5", "102", reduce);
    venue.buy("cat", "10", "102");
    expect(venue.position("ann")).toBe("0");
  });
});

test("it needs no margin", () => {
  venue.deposit("eve", "101");
  venue.sell("bob", "9", "100");
  venue.buy("eve", "9", "100");
  expect(codeOf(venue.place("eve", ["BUY", "9", "100"]))).toBe("INSUFFICIENT_MARGIN");
  expect(codeOf(venue.place("eve", ["SELL", "9", "101"], reduce))).toBe("order");
});

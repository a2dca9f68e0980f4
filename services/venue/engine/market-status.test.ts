/** The orders that each state of a market accepts, and the guards against a broken oracle. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  codeOf,
  type Offer,
  POST_ONLY,
  REDUCE_ONLY,
  type Terms,
  TestEngine,
} from "./engine.testing.ts";

let venue: TestEngine;
/** ann is long 2, bob short 2. */
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "10000").deposit("bob", "10000").deposit("cat", "10000");
  venue.sell("bob", "2", "100");
  venue.buy("ann", "2", "100");
});

const OPENS: [Offer, Terms] = [["BUY", "1", "99"], {}];
const POSTS: [Offer, Terms] = [["BUY", "1", "98"], { flags: POST_ONLY }];
const REDUCES: [Offer, Terms] = [["SELL", "1", "101"], { flags: REDUCE_ONLY }];
const SHRINKS: [Offer, Terms] = [["SELL", "1", "102"], {}];
const FLIPS: [Offer, Terms] = [["SELL", "3", "101"], {}];

function codes(): string[] {
  return [OPENS, POSTS, REDUCES, SHRINKS, FLIPS].map((order) => {
    const outcome = venue.place("ann", ...order);
    if (outcome.kind === "order") venue.cancel("ann", outcome.order);
    return codeOf(outcome);
  });
}

describe("orders that open, are post-only, reduce-only, smaller and larger than the position", () => {
  test("Normal takes all", () => {
    expect(codes()).toEqual(["order", "order", "order", "order", "order"]);
  });

  test("PostOnly takes post-only", () => {
    venue.status("PostOnly");
    const code = "MARKET_POST_ONLY";
    expect(codes()).toEqual([code, "order", code, code, code]);
  });

  test("ReduceOnly takes what reduces", () => {
    venue.status("ReduceOnly");
    const code = "MARKET_REDUCE_ONLY";
    expect(codes()).toEqual([code, code, "order", "order", code]);
  });

  test("Halted takes nothing", () => {
    venue.status("Halted");
    expect(codes()).toEqual(Array.from({ length: 5 }, () => "MARKET_HALTED"));
  });

  test("a mark of 5 s is young, one of 5.001 s takes what reduces", () => {
    venue.wait(5_000);
    expect(codes()).toEqual(["order", "order", "order", "order", "order"]);
    venue.wait(1);
    expect(codes()).toEqual(["MARK_STALE", "MARK_STALE", "order", "order", "MARK_STALE"]);
  });
});

test("in a ReduceOnly market a resting order that would open is cancelled instead of trading", () => {
  const maker = venue.buy("cat", "1", "99");
  venue.status("ReduceOnly");
  const order = venue.sell("ann", "1", null);
  expect(maker).toMatchObject({ status: "CLOSED", cancelReason: "MARKET_CLOSED" });
  expect(order.filled).toBe(0);
});

test("in a ReduceOnly market a maker trades no more than its position", () => {
  const maker = venue.buy("bob", "5", "99");
  venue.status("ReduceOnly");
  venue.sell("ann", "2", null);
  expect(maker.filled).toBe(200);
  expect([venue.position("ann"), venue.position("bob")]).toEqual(["0", "0"]);
});

test("in a ReduceOnly market what a maker may not trade leaves the book before the taker rests in it", () => {
  venue.sell("bob", "2", "100");
  venue.buy("cat", "2", "100");
  const maker = venue.sell("ann", "5", "101");
  venue.status("ReduceOnly");
  const taker = venue.buy("bob", "4", "101");
  expect(maker).toMatchObject({ filled: 200, status: "CLOSED", cancelReason: "MARKET_CLOSED" });
  expect(taker).toMatchObject({ filled: 200, remaining: 200, status: "OPEN" });
});

test("before the first mark there is no price to trade at", () => {
  const { listing } = venue.market();
  venue.submit({ type: "list_market", market: { ...listing, id: 9, symbol: "NEWUSDC" } });
  const outcome = venue.place("ann", ["BUY", "1", "99"], { market: "NEWUSDC" });
  expect(codeOf(outcome)).toBe("MARK_UNAVAILABLE");
});

describe("a mark is ignored, and the last one stays", () => {
  test.each([
    ["with a confidence interval over 2 %", "101", 20_001, "confidence"],
    ["at five times the last", "500", 0, "jump"],
    ["at a fifth of the last", "20", 0, "jump"],
  ])("%s", (_, price, confidence, reason) => {
    venue.wait(1_000);
    const outcome = venue.mark(price, "SOLUSDC", confidence);
    expect(outcome).toEqual({
      kind: "marks",
      applied: [],
      ignored: [{ market: "SOLUSDC", reason }],
    });
    expect(venue.market()).toMatchObject({ markTicks: 100_000, markTime: venue.time - 1_000 });
  });

  test.each([
    ["at 2 % exactly", "101", 20_000],
    ["just under five times", "499.999", 0],
    ["just over a fifth", "20.001", 0],
  ])("but not %s", (_, price, confidence) => {
    expect(venue.mark(price, "SOLUSDC", confidence)).toMatchObject({ applied: ["SOLUSDC"] });
  });

  test("one market's defect does not hold up another's mark", () => {
    const marks = [
      { market: "SOLUSDC", ticks: 1, confidencePpm: 0 },
      { market: "DOGEUSDC", ticks: 1, confidencePpm: 0 },
      { market: "BTCUSDC", ticks: 510_000, confidencePpm: 0 },
    ];
    expect(venue.submit({ type: "set_marks", marks })).toEqual({
      kind: "marks",
      applied: ["BTCUSDC"],
      ignored: [
        { market: "SOLUSDC", reason: "jump" },
        { market: "DOGEUSDC", reason: "unknown" },
      ],
    });
  });
});

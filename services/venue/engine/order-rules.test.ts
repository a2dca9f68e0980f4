/** Orders that no account may place: wrong steps, too little value, outside the band, contradictory terms, too many. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  codeOf,
  orderIn,
  POST_ONLY,
  REDUCE_ONLY,
  type Terms,
  TestEngine,
} from "./engine.testing.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "100000").deposit("bob", "100000");
});

describe("steps", () => {
  test.each(["1.001", "0", "0.00", "1e2", "-1", "+1", "01", "", ".5", "1."])("size %j", (size) => {
    expect(codeOf(venue.place("ann", ["BUY", size, "100"]))).toBe("INVALID_LOT");
  });

  test.each(["100.0001", "0", "1e2", "-100", " 100"])("price %j", (price) => {
    expect(codeOf(venue.place("ann", ["BUY", "1", price]))).toBe("INVALID_TICK");
  });

  test("digits beyond the step are taken when they are zeros, and kept as they were signed", () => {
    const order = venue.buy("ann", "1.5000", "99.00000");
    expect(order).toMatchObject({
      size: 150,
      ticks: 99_000,
      sizeText: "1.5000",
      priceText: "99.00000",
    });
  });

  test("what cannot be counted exactly is refused, not rounded", () => {
    const huge = "10995116277.76";
    expect(codeOf(venue.place("ann", ["BUY", huge, "100"]))).toBe("NUMBER_TOO_LARGE");
    expect(codeOf(venue.place("ann", ["BUY", "1", "1099511627.776"]))).toBe("NUMBER_TOO_LARGE");
    expect(codeOf(venue.place("ann", ["BUY", `${"9".repeat(31)}`, "100"]))).toBe(
      "NUMBER_TOO_LARGE",
    );
  });
});

describe("the least order is worth 10 USDC", () => {
  test("at its own price: 0.1 × 100 is taken, 0.1 × 99.999 is not", () => {
    expect(codeOf(venue.place("ann", ["BUY", "0.1", "100"]))).toBe("order");
    expect(codeOf(venue.place("ann", ["BUY", "0.1", "99.999"]))).toBe("MIN_NOTIONAL");
  });

  test("at the mark when it has no price", () => {
    expect(codeOf(venue.place("ann", ["BUY", "0.1", null]))).toBe("order");
    expect(codeOf(venue.place("ann", ["BUY", "0.09", null]))).toBe("MIN_NOTIONAL");
  });

  test("unless it reduces: nobody is kept in a position that is too small to sell", () => {
    venue.sell("bob", "1", "100");
    venue.buy("ann", "1", "100");
    venue.buy("bob", "1", "100");
    const order = venue.sell("ann", "0.01", null, { flags: REDUCE_ONLY });
    expect(order.filled).toBe(1);
  });
});

describe("the band is 10 % around the mark, both edges included", () => {
  test.each([
    ["BUY", "110", "order"],
    ["BUY", "110.001", "PRICE_BAND"],
    ["BUY", "50", "order"],
    ["SELL", "90", "order"],
    ["SELL", "89.999", "PRICE_BAND"],
    ["SELL", "150", "order"],
  ] as const)("%s at %s: %s", (side, price, code) => {
    expect(codeOf(venue.place("ann", [side, "1", price]))).toBe(code);
  });

  test("a market order trades up to the edge and ends with PRICE_BAND beyond it", () => {
    venue.sell("bob", "1", "110");
    venue.sell("bob", "1", "110.001");
    const order = venue.buy("ann", "2", null);
    expect(order).toMatchObject({ filled: 100, status: "CLOSED", cancelReason: "PRICE_BAND" });
  });

  test("an order left behind by the mark does not trade outside the band of now", () => {
    const left = venue.sell("bob", "1", "95");
    venue.mark("110");
    const order = venue.buy("ann", "1", null);
    expect(left).toMatchObject({ status: "CLOSED", cancelReason: "PRICE_BAND", filled: 0 });
    expect(order).toMatchObject({ filled: 0, cancelReason: "NO_LIQUIDITY" });
  });
});

describe("terms that contradict each other", () => {
  const trigger = { trigger: "90", source: "mark" } as const;
  const stop = { type: "STOP_LOSS_MARKET", tif: "GTC" } as const;
  test.each<[string, string | null, Terms]>([
    ["a LIMIT without a price", null, { type: "LIMIT" }],
    ["a MARKET with a price", "100", { type: "MARKET" }],
    ["a MARKET that is GTC", null, { type: "MARKET", tif: "GTC" }],
    ["a LIMIT with a trigger", "100", trigger],
    ["a stop without a trigger", null, stop],
    ["a stop with a price", "100", { ...stop, ...trigger }],
    ["a stop that is FOK", null, { ...stop, ...trigger, tif: "FOK" }],
    ["a stop without a source", null, { ...stop, trigger: "90" }],
    ["post-only that is IOC", "100", { flags: POST_ONLY, tif: "IOC" }],
    ["post-only MARKET", null, { flags: POST_ONLY }],
  ])("%s", (_, price, terms) => {
    expect(codeOf(venue.place("ann", ["SELL", "1", price], terms))).toBe("INVALID_ORDER_TERMS");
  });
});

describe("open orders", () => {
  test("200 in a market, those that wait for a trigger included", () => {
    for (let count = 0; count < 199; count += 1) venue.buy("ann", "0.2", "90");
    venue.buy("ann", "0.2", null, {
      type: "TAKE_PROFIT_MARKET",
      tif: "GTC",
      trigger: "80",
      source: "mark",
    });
    expect(codeOf(venue.place("ann", ["BUY", "0.2", "90"]))).toBe("TOO_MANY_OPEN_ORDERS");
    expect(orderIn(venue.place("ann", ["BUY", "0.2", "90"], { tif: "IOC" })).status).toBe("CLOSED");
  });
});

test("a market that nobody listed", () => {
  expect(codeOf(venue.place("ann", ["BUY", "1", "100"], { market: "DOGEUSDC" }))).toBe(
    "MARKET_NOT_FOUND",
  );
});

/**
 * A trigger order fires when its own price has come, from its own side and its own source, exactly at equality; it then
 * runs as a market order inside the band, and may fire others by the price it trades at.
 */
import { beforeEach, describe, expect, test } from "vitest";
import type { OrderType, Side } from "#lib/protocol/enumerations.ts";
import { codeOf, REDUCE_ONLY, type Terms, TestEngine } from "./engine.testing.ts";
import type { Order } from "./market-state.ts";

const STOP = "STOP_LOSS_MARKET";
const PROFIT = "TAKE_PROFIT_MARKET";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine();
  for (const name of ["ann", "bob", "cat"]) venue.deposit(name, "100000");
});

function terms(type: OrderType, trigger: string, source: "last" | "mark", flags = 0): Terms {
  return { type, tif: "GTC", trigger, source, flags };
}

function waiting(side: Side, type: OrderType, trigger: string, source: "last" | "mark"): Order {
  const place = side === "BUY" ? venue.buy.bind(venue) : venue.sell.bind(venue);
  return place("ann", "1", null, terms(type, trigger, source));
}

/** A trade at `price`, which leaves nothing in the book. */
function trade(price: string): void {
  venue.sell("bob", "1", price);
  venue.buy("cat", "1", price);
}

/** Each type and side, a trigger, the price just before it, and the trigger itself. */
const DIRECTIONS: [OrderType, Side, string, string][] = [
  [STOP, "BUY", "105", "104.999"],
  [STOP, "SELL", "95", "95.001"],
  [PROFIT, "BUY", "95", "95.001"],
  [PROFIT, "SELL", "105", "104.999"],
];

describe("fires at its price and not one tick before", () => {
  test.each(DIRECTIONS)("%s %s by the mark", (type, side, trigger, before) => {
    const order = waiting(side, type, trigger, "mark");
    expect(order.status).toBe("UNTRIGGERED");
    venue.mark(before);
    expect(order.status).toBe("UNTRIGGERED");
    venue.mark(trigger);
    expect(order).toMatchObject({ status: "CLOSED", cancelReason: "NO_LIQUIDITY" });
  });

  test.each(DIRECTIONS)(
    "%s %s by the last trade, whatever the mark does",
    (type, side, trigger, before) => {
      const order = waiting(side, type, trigger, "last");
      venue.mark(trigger);
      trade(before);
      expect(order.status).toBe("UNTRIGGERED");
      trade(trigger);
      expect(order.status).toBe("CLOSED");
    },
  );

  test.each(DIRECTIONS)("%s %s by the mark, whatever trades", (type, side, trigger) => {
    const order = waiting(side, type, trigger, "mark");
    trade(trigger);
    expect(order.status).toBe("UNTRIGGERED");
  });
});

describe("a trigger that would fire now is refused", () => {
  test.each(DIRECTIONS)("%s %s at the mark itself", (type, side) => {
    const outcome = venue.place("ann", [side, "1", null], terms(type, "100", "mark"));
    expect(codeOf(outcome)).toBe("INVALID_TRIGGER_PRICE");
  });

  test("by the last trade, when there was one; before the first trade nothing is known to refuse it", () => {
    const early = venue.place("ann", ["BUY", "1", null], terms(STOP, "90", "last"));
    expect(codeOf(early)).toBe("order");
    trade("101");
    expect(early.kind === "order" && early.order.status).toBe("CLOSED");
    const late = venue.place("ann", ["BUY", "1", null], terms(STOP, "101", "last"));
    expect(codeOf(late)).toBe("INVALID_TRIGGER_PRICE");
  });
});

describe("when it fires", () => {
  test("it trades like a market order and opens what it was meant to open", () => {
    const stop = venue.buy("ann", "2", null, terms(STOP, "102", "mark"));
    venue.sell("bob", "2", "103");
    venue.mark("102");
    expect(stop).toMatchObject({ status: "CLOSED", cancelReason: "", filled: 200 });
    expect(venue.position("ann")).toBe("2");
  });

  test("it does not trade outside the band: 102 + 10 % is 112.2", () => {
    venue.mark("104");
    venue.sell("bob", "1", "113");
    venue.mark("100");
    const stop = venue.buy("ann", "2", null, terms(STOP, "102", "mark"));
    venue.mark("102");
    expect(stop).toMatchObject({ status: "CLOSED", cancelReason: "PRICE_BAND", filled: 0 });
  });

  test("a trade of one is the trigger of the next, in order of their prices", () => {
    for (const price of ["101", "102", "103"]) venue.sell("bob", "1", price);
    const third = venue.buy("ann", "1", null, terms(STOP, "102", "last"));
    const second = venue.buy("ann", "1", null, terms(STOP, "101", "last"));
    venue.buy("cat", "1", "101");
    expect(venue.trades.map(({ ticks }) => ticks)).toEqual([101_000, 102_000, 103_000]);
    expect(second.filledValue).toBe(102n * 10n ** 9n);
    expect(third.filledValue).toBe(103n * 10n ** 9n);
  });

  test("those of one price fire in the order in which they came", () => {
    venue.sell("bob", "1", "103");
    const first = venue.buy("ann", "1", null, terms(STOP, "102", "mark"));
    const second = venue.buy("cat", "1", null, terms(STOP, "102", "mark"));
    venue.mark("102");
    expect([first.filled, second.filled]).toEqual([100, 0]);
  });

  test("an account that cannot carry it any more loses the order and nothing else", () => {
    venue.deposit("eve", "25");
    const stop = venue.buy("eve", "2", null, terms(STOP, "102", "mark"));
    // Without the stop this position takes all of the margin.
    venue.sell("bob", "2.2", "100");
    venue.buy("eve", "2.2", "100");
    venue.sell("bob", "2", "102");
    venue.mark("102");
    expect(stop).toMatchObject({ status: "CLOSED", cancelReason: "NOT_ENOUGH_MARGIN", filled: 0 });
    expect(venue.position("eve")).toBe("2.2");
  });
});

describe("reduce-only", () => {
  test("it ends with the position that it was meant to close", () => {
    venue.sell("bob", "2", "100");
    venue.buy("ann", "2", "100");
    const stop = venue.sell("ann", "2", null, terms(STOP, "95", "mark", REDUCE_ONLY));
    venue.buy("bob", "2", "100");
    venue.sell("ann", "2", "100");
    expect(stop).toMatchObject({ status: "CLOSED", cancelReason: "REDUCE_ONLY_INVALID" });
  });

  test("it ends when the position turns around", () => {
    venue.sell("bob", "2", "100");
    venue.buy("ann", "2", "100");
    const stop = venue.sell("ann", "2", null, terms(STOP, "95", "mark", REDUCE_ONLY));
    venue.buy("bob", "5", "100");
    venue.sell("ann", "5", "100");
    expect(stop).toMatchObject({ status: "CLOSED", cancelReason: "REDUCE_ONLY_INVALID" });
  });

  test("it closes no more than what is left of the position", () => {
    venue.sell("bob", "3", "100");
    venue.buy("ann", "3", "100");
    const stop = venue.sell("ann", "3", null, terms(STOP, "95", "mark", REDUCE_ONLY));
    venue.buy("bob", "2", "100");
    venue.sell("ann", "2", "100");
    venue.buy("cat", "3", "94");
    venue.mark("95");
    expect(stop).toMatchObject({ status: "CLOSED", filled: 100 });
    expect(venue.position("ann")).toBe("0");
  });

  test("without a position it is refused", () => {
    const outcome = venue.place("ann", ["SELL", "1", null], terms(STOP, "95", "mark", REDUCE_ONLY));
    expect(codeOf(outcome)).toBe("REDUCE_ONLY_WOULD_INCREASE");
  });
});

describe("does not fire", () => {
  test("on a mark that is older than 5 s", () => {
    const stop = venue.buy("ann", "1", null, terms(STOP, "101", "last"));
    venue.sell("bob", "1", "100.5");
    venue.buy("cat", "1", "100.5");
    venue.sell("cat", "1", "101");
    venue.wait(5_001);
    // An account that closes a position may still trade; the trade reaches the trigger.
    venue.buy("bob", "1", "101", { flags: REDUCE_ONLY, tif: "IOC" });
    expect(venue.market().lastTradeTicks).toBe(101_000);
    expect(stop.status).toBe("UNTRIGGERED");
    venue.mark("100");
    expect(stop.status).toBe("CLOSED");
  });

  test.each(["Halted", "PostOnly"] as const)(
    "in a market that is %s; it does when trading goes on",
    (status) => {
      const stop = venue.buy("ann", "1", null, terms(STOP, "101", "mark"));
      venue.status(status);
      venue.mark("102");
      expect(stop.status).toBe("UNTRIGGERED");
      venue.status("Normal");
      venue.mark("102");
      expect(stop.status).toBe("CLOSED");
    },
  );

  test("in a market that is ReduceOnly it ends, unless it reduces", () => {
    venue.sell("bob", "1", "100");
    venue.buy("ann", "1", "100");
    const opens = venue.buy("ann", "1", null, terms(STOP, "101", "mark"));
    const closes = venue.sell("ann", "1", null, terms(PROFIT, "101", "mark"));
    venue.buy("bob", "1", "100", { flags: REDUCE_ONLY });
    venue.status("ReduceOnly");
    venue.mark("101");
    expect(opens).toMatchObject({ status: "CLOSED", cancelReason: "MARKET_CLOSED" });
    expect(closes).toMatchObject({ status: "CLOSED", filled: 100 });
  });
});

test("a stop fires before the liquidation of its account is considered", () => {
  venue.deposit("eve", "110");
  venue.sell("bob", "10", "100");
  venue.buy("eve", "10", "100");
  const stop = venue.sell("eve", "10", null, terms(STOP, "95", "mark", REDUCE_ONLY));
  venue.buy("cat", "10", "95");
  // At 93 the account is worth 40 and must keep 46.5; the stop closes at 95 first.
  venue.mark("93");
  expect(stop).toMatchObject({ filled: 1_000, cancelReason: "" });
  expect(venue.trades.at(-1)).toMatchObject({ type: "FILL" });
});

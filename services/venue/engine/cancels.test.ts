/** Cancels work in every state of a market and leave other accounts' orders alone; the dead man's switch fires with the clock. */
import { beforeEach, describe, expect, test } from "vitest";
import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";
import { codeOf, TestEngine } from "./engine.testing.ts";
import type { Order } from "./market-state.ts";

let venue: TestEngine;
let orders: Order[];
/** ann has two orders that rest, in two markets, and one that waits; bob has one. */
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "10000").deposit("bob", "10000");
  orders = [
    venue.buy("ann", "1", "99"),
    venue.buy("ann", "1", null, {
      type: "TAKE_PROFIT_MARKET",
      tif: "GTC",
      trigger: "90",
      source: "mark",
    }),
    venue.buy("ann", "0.01", "49000", { market: "BTCUSDC" }),
    venue.buy("bob", "1", "99"),
  ];
});

function statuses(): string[] {
  return orders.map(({ status }) => status);
}

function schedule(at: number | null) {
  return venue.submit(venue.by("ann").scheduleCancel(at, venue.time));
}

describe("one order", () => {
  test.each(MARKET_STATUSES)("in a market that is %s", (status) => {
    venue.status(status);
    expect(codeOf(venue.cancel("ann", orders[0]!))).toBe("order");
    expect(codeOf(venue.cancel("ann", orders[1]!))).toBe("order");
    expect(orders[0]).toMatchObject({
      status: "CLOSED",
      cancelReason: "USER_CANCELED",
      remaining: 0,
    });
  });

  test("of somebody else does not exist, a closed one is closed", () => {
    expect(codeOf(venue.cancel("bob", orders[0]!))).toBe("ORDER_NOT_FOUND");
    venue.cancel("ann", orders[0]!);
    expect(codeOf(venue.cancel("ann", orders[0]!))).toBe("ORDER_IS_CLOSED");
  });

  test("its money is free at once", () => {
    venue.deposit("eve", "50");
    const order = venue.buy("eve", "4", "100");
    expect(codeOf(venue.place("eve", ["BUY", "4", "100"]))).toBe("INSUFFICIENT_MARGIN");
    venue.cancel("eve", order);
    expect(codeOf(venue.place("eve", ["BUY", "4", "100"]))).toBe("order");
  });
});

describe("all orders", () => {
  test("of one market, waiting ones too", () => {
    const outcome = venue.submit(venue.by("ann").cancelAll("SOLUSDC", venue.time));
    expect(outcome).toMatchObject({
      kind: "canceled",
      orders: [{ id: orders[0]!.id }, { id: orders[1]!.id }],
    });
    expect(statuses()).toEqual(["CLOSED", "CLOSED", "OPEN", "OPEN"]);
  });

  test("of all markets", () => {
    venue.submit(venue.by("ann").cancelAll(null, venue.time));
    expect(statuses()).toEqual(["CLOSED", "CLOSED", "CLOSED", "OPEN"]);
  });

  test("of a market that nobody listed", () => {
    const outcome = venue.submit(venue.by("ann").cancelAll("DOGEUSDC", venue.time));
    expect(codeOf(outcome)).toBe("MARKET_NOT_FOUND");
  });

  test("of somebody without an account: there are none", () => {
    const outcome = venue.submit(venue.by("nobody").cancelAll(null, venue.time));
    expect(outcome).toEqual({ kind: "canceled", orders: [] });
  });
});

describe("the dead man's switch", () => {
  test("is set at least 5 s ahead", () => {
    expect(codeOf(schedule(venue.time + 4_999))).toBe("INVALID_FIELD");
    expect(schedule(venue.time + 5_000)).toEqual({ kind: "schedule", time: venue.time + 5_000 });
  });

  test("fires with the first tick at its time, once", () => {
    schedule(venue.time + 5_000);
    venue.tick(4);
    expect(statuses()).toEqual(["OPEN", "UNTRIGGERED", "OPEN", "OPEN"]);
    venue.tick();
    expect(statuses()).toEqual(["CLOSED", "CLOSED", "CLOSED", "OPEN"]);
    expect(orders[0]).toMatchObject({ cancelReason: "SCHEDULED_CANCEL" });
    venue.mark("100");
    const later = venue.buy("ann", "1", "99");
    venue.tick(10);
    expect(later.status).toBe("OPEN");
  });

  test("moves when it is set again", () => {
    schedule(venue.time + 5_000);
    venue.tick(4);
    schedule(venue.time + 10_000);
    venue.tick(9);
    expect(statuses()).toEqual(["OPEN", "UNTRIGGERED", "OPEN", "OPEN"]);
    venue.tick();
    expect(statuses()).toEqual(["CLOSED", "CLOSED", "CLOSED", "OPEN"]);
  });

  test("is taken back with null; a refused time leaves it as it was", () => {
    schedule(venue.time + 5_000);
    schedule(venue.time + 1);
    expect(venue.account("ann").cancelAt).toBe(venue.time + 5_000);
    expect(schedule(null)).toEqual({ kind: "schedule", time: null });
    venue.tick(10);
    expect(statuses()).toEqual(["OPEN", "UNTRIGGERED", "OPEN", "OPEN"]);
  });
});

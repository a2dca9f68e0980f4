/** Kept margin figures equal a sum from scratch, whatever was read in between. */
import { beforeEach, expect, test } from "vitest";
import { accountMargin } from "./account-margin.ts";
import { codeOf, orderFields, SOL, TestEngine, usdc } from "./engine.testing.ts";
import { marginFromNothing } from "./testing/brute-force.ts";

let venue: TestEngine;
/** ann is long 100, and the book is empty. */
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "1100").deposit("bob", "1000000");
  venue.sell("bob", "100", "100");
  venue.buy("ann", "100", "100");
});

function mark(ticks: number): void {
  const marks = [{ market: SOL, ticks, confidencePpm: 0 }];
  venue.submitUnseen({ type: "set_marks", marks });
}

function sell(size: string, price: string): string {
  const order = orderFields("SELL", size, price);
  return codeOf(venue.submitUnseen(venue.by("ann").place(order, null, venue.time)));
}

function expectExact(): void {
  expect(accountMargin(venue.account("ann"))).toEqual(marginFromNothing(venue.account("ann")));
}

test("an order that came at another mark counts when the mark comes back to where it was looked at", () => {
  mark(106_109);
  accountMargin(venue.account("ann"));
  mark(106_000);
  expect(sell("100", "96")).toBe("order");
  mark(106_109);
  expectExact();
});

test("an order that went at another mark does not count any more", () => {
  mark(106_109);
  expect(sell("100", "96")).toBe("order");
  accountMargin(venue.account("ann"));
  mark(106_000);
  venue.submitUnseen(venue.by("ann").cancelAll(null, venue.time));
  mark(106_109);
  expectExact();
});

test("worth, maintenance and initial margin by hand: long 10 at 100, 5 more offered and 20 wanted", () => {
  venue.deposit("eve", "1000");
  venue.sell("bob", "10", "100");
  venue.buy("eve", "10", "100");
  venue.sell("eve", "5", "110");
  venue.buy("eve", "20", "102");
  venue.mark("101");
  const margin = accountMargin(venue.account("eve"));
  // 1,000 - 0.45 of fee + 10 × 1.
  expect(usdc(margin.accountValue)).toBe("1009.55");
  // 10 × 101 × 5 %.
  expect(usdc(margin.maintenanceMargin)).toBe("50.5");
  // 30 × 101 × 10 %, 25 × 101 × 0.045 % of fee provision, 20 × 1 of open loss.
  expect(usdc(margin.initialMargin)).toBe("324.13625");
});

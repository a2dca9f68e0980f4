/** Fees are parts per million of the notional, rounded up to 1e-9 USDC, less the account's discount. */
import { expect, test } from "vitest";
import { TestEngine, usdc } from "./engine.testing.ts";

function venueWith(): TestEngine {
  return new TestEngine().deposit("ann", "1000").deposit("bob", "1000");
}

function discount(venue: TestEngine, name: string, discountPpm: number): void {
  venue.submit({ type: "set_fee_discount", account: venue.account(name).pubkey, discountPpm });
}

function charged(venue: TestEngine): [string, string, string][] {
  return venue.fills.map(({ liquidity, grossFee, fee }) => [liquidity, usdc(grossFee), usdc(fee)]);
}

test("the taker pays 450 ppm, the maker 150 ppm", () => {
  const venue = venueWith();
  venue.sell("bob", "1", "100");
  venue.buy("ann", "1", "100");
  expect(charged(venue)).toEqual([
    ["TAKER", "0.045", "0.045"],
    ["MAKER", "0.015", "0.015"],
  ]);
  expect([venue.balance("ann"), venue.balance("bob")]).toEqual(["999.955", "999.985"]);
  expect(usdc(venue.state.fees)).toBe("0.06");
});

test("10 % discount is taken off the charge; gross stays what the market asks", () => {
  const venue = venueWith();
  discount(venue, "ann", 100_000);
  venue.sell("bob", "1", "100");
  venue.buy("ann", "1", "100");
  expect(charged(venue)).toEqual([
    ["TAKER", "0.045", "0.0405"],
    ["MAKER", "0.015", "0.015"],
  ]);
});

test("a fraction of 1e-9 is rounded up, once", () => {
  const venue = venueWith();
  discount(venue, "ann", 100_001);
  venue.sell("bob", "1", "99.999");
  venue.buy("ann", "1", "99.999");
  // 99.999 × 450e-6 = 0.04499955, × 0.899999 = 0.040499550000450...
  expect(charged(venue)[0]).toEqual(["TAKER", "0.04499955", "0.040499551"]);
});

test("the whole discount is no fee at all", () => {
  const venue = venueWith();
  discount(venue, "bob", 1_000_000);
  venue.sell("bob", "1", "100");
  venue.buy("ann", "1", "100");
  expect(venue.balance("bob")).toBe("1000");
});

test("each fill has its own number in the feed, ascending over takers and makers", () => {
  const venue = venueWith();
  for (const price of ["100", "101"]) venue.sell("bob", "1", price);
  venue.buy("ann", "2", "101");
  expect(venue.fills.map(({ id, tradeId }) => [id, tradeId])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
  ]);
});

/** Attacks on the insurance fund, on other accounts and on the venue's thread, which must fail. */
import { expect, test } from "vitest";
import { BTC, codeOf, REDUCE_ONLY, SOL, TestEngine } from "./engine.testing.ts";

const insurance = (venue: TestEngine) => Number(venue.value("insurance"));

test("a maker that reduces cannot sell its margin to a friend at the fund's cost", () => {
  const venue = new TestEngine();
  venue.deposit("insurance", "10000").deposit("ann", "11000").deposit("bob", "1000000");
  venue.sell("bob", "1000", "100");
  venue.buy("ann", "1000", "100");
  venue.mark("94.6");
  const cheap = venue.sell("ann", "584", "85.141", { flags: REDUCE_ONLY });
  venue.buy("bob", "584", "85.141", { tif: "IOC" });
  expect(cheap).toMatchObject({ status: "CLOSED", filled: 0, cancelReason: "NOT_ENOUGH_MARGIN" });
  expect(venue.position("ann")).toBe("1000");
  expect(insurance(venue)).toBe(10_000);
});

test("dust in a halted market does not keep the rest of an account from being closed", () => {
  const venue = new TestEngine();
  venue.deposit("insurance", "1000").deposit("maker", "10000000").deposit("ann", "3000");
  venue.sell("maker", "0.1", "100");
  venue.buy("ann", "0.1", "100");
  venue.sell("maker", "1", "50000", { market: BTC });
  venue.buy("ann", "1", "50000", { market: BTC });
  venue.tick();
  venue.status("Halted");
  for (let price = 49_500; price >= 44_000; price -= 500) {
    venue.mark(String(price), BTC);
    venue.buy("maker", "1", String(price - 1), { market: BTC });
    venue.tick(3);
  }
  expect(Number(venue.position("ann", BTC))).toBeLessThan(0.5);
  expect(Number(venue.value("ann"))).toBeGreaterThan(0);
});

test("the fund itself is not deleveraged where nobody may trade", () => {
  const venue = new TestEngine();
  venue.deposit("insurance", "100").deposit("ann", "1100").deposit("bob", "100000");
  venue.sell("bob", "100", "100");
  venue.buy("ann", "100", "100");
  // Below two thirds of maintenance in one step, with an empty book: the fund takes the position.
  venue.mark("91.5");
  expect(venue.position("insurance")).toBe("100");
  venue.status("Halted");
  venue.mark("80");
  venue.tick(3);
  expect(venue.position("insurance")).toBe("100");
  expect(venue.position("bob")).toBe("-100");
});

test("an order that its account cannot carry is refused before the book is walked to its end", () => {
  const venue = new TestEngine().deposit("maker", "10000000").deposit("poor", "20");
  for (let index = 0; index < 150; index += 1)
    venue.sell("maker", "1", (100 + index / 100).toFixed(2));
  for (const tif of ["IOC", "FOK"] as const) {
    expect(codeOf(venue.place("poor", ["BUY", "150", null], { type: "MARKET", tif }))).toBe(
      "INSUFFICIENT_MARGIN",
    );
  }
  // What it can carry, it gets.
  expect(venue.buy("poor", "1", null, { type: "MARKET", tif: "IOC" })).toMatchObject({
    filled: 100,
  });
  expect(venue.position("poor", SOL)).toBe("1");
});

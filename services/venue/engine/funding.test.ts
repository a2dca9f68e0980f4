/** Funding: who pays, how much by the second, and that what is paid is received but for the rounding, which stays in the pool. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Market } from "#lib/protocol/wire/market.ts";
import { unsettledFunding } from "./account-margin.ts";
import { TestEngine, usdc } from "./engine.testing.ts";

/** A premium counts at once, and fees are zero: what a balance loses is funding. */
const PLAIN = { funding_ema_half_life_seconds: 0, taker_fee: 0, maker_fee: 0 };

/** ann is long 10 at 100, bob short; funding is counted from now on. */
function venueWith(changes: Partial<Market> = {}): TestEngine {
  const venue = new TestEngine({ ...PLAIN, ...changes });
  for (const name of ["ann", "bob", "cat"]) venue.deposit(name, "100000");
  venue.sell("bob", "10", "100");
  venue.buy("ann", "10", "100");
  return venue.tick();
}

/** Marks each second, as the oracle does. */
function seconds(venue: TestEngine, count: number): void {
  for (let second = 0; second < count; second += 1) {
    venue.mark("100");
    venue.tick();
  }
}

function paidBy(venue: TestEngine, name: string): string {
  return usdc(unsettledFunding(venue.holding(name)));
}

function rate(venue: TestEngine): bigint {
  return venue.market().funding.rate;
}

describe("the rate", () => {
  test("without a premium it is the interest: 100 ppm a period of 8 h", () => {
    const venue = venueWith();
    seconds(venue, 1);
    expect(rate(venue)).toBe(100_000n);
    // 1,000 × 0.0001 / 28,800 a second, the payer's fraction rounded up and the receiver's down.
    expect(paidBy(venue, "ann")).toBe("0.000003473");
    expect(paidBy(venue, "bob")).toBe("-0.000003472");
  });

  test("bids above the mark: longs pay; the interest pulls by no more than its clamp of 500 ppm", () => {
    const venue = venueWith();
    venue.buy("cat", "200", "101");
    seconds(venue, 1);
    expect(rate(venue)).toBe(10_000_000n - 500_000n);
    expect(unsettledFunding(venue.holding("ann")) > 0n).toBe(true);
  });

  test("offers below the mark: shorts pay", () => {
    const venue = venueWith();
    venue.sell("cat", "200", "99");
    seconds(venue, 1);
    expect(rate(venue)).toBe(-10_000_000n + 500_000n);
    expect(unsettledFunding(venue.holding("bob")) > 0n).toBe(true);
  });

  test("at most 40,000 ppm either way", () => {
    const venue = venueWith();
    venue.buy("cat", "200", "110");
    seconds(venue, 1);
    expect(rate(venue)).toBe(40_000_000n);
  });

  test("the impact price is the average of selling 10,000 USDC: 5,050 at 101 and the rest at 100.5", () => {
    const venue = venueWith();
    venue.buy("cat", "50", "101");
    venue.buy("cat", "200", "100.5");
    seconds(venue, 1);
    // (5,050 + 4,950) / (50 + 49.25…) = 100.7519, to the tick below.
    const { premium } = venue.market().funding;
    expect(premium).toBe(7_510_000n);
  });

  test("a book thinner than the impact notional has no premium", () => {
    const venue = venueWith();
    venue.buy("cat", "50", "101");
    seconds(venue, 1);
    expect(venue.market().funding.premium).toBe(0n);
  });

  test("the premium's average comes half the way in each half-life", () => {
    const venue = venueWith({ funding_ema_half_life_seconds: 10 });
    venue.buy("cat", "200", "101");
    seconds(venue, 10);
    const { premium } = venue.market().funding;
    expect(premium > 4_999_900n && premium <= 5_000_000n).toBe(true);
    seconds(venue, 10);
    const later = venue.market().funding.premium;
    expect(later > 7_499_900n && later <= 7_500_000n).toBe(true);
  });
});

describe("time", () => {
  test("is counted whole: 10 s in one tick are ten times a second", () => {
    const venue = venueWith();
    venue.wait(9_000).mark("100");
    venue.tick();
    expect(paidBy(venue, "ann")).toBe("0.000034723");
  });

  test("30 s of silence count, a longer gap contributes nothing", () => {
    const counts = venueWith();
    counts.wait(29_000).mark("100");
    counts.tick();
    expect(paidBy(counts, "ann")).toBe("0.000104167");
    const gap = venueWith();
    gap.wait(30_000).mark("100");
    gap.tick();
    expect(paidBy(gap, "ann")).toBe("0");
    seconds(gap, 1);
    expect(paidBy(gap, "ann")).toBe("0.000003473");
  });

  test("a mark older than 60 s, or a halted market, pays nothing", () => {
    const venue = venueWith();
    venue.tick(59);
    const paid = paidBy(venue, "ann");
    venue.tick(30);
    expect(paidBy(venue, "ann")).toBe(paid);
    const halted = venueWith();
    halted.status("Halted");
    seconds(halted, 30);
    expect(paidBy(halted, "ann")).toBe("0");
  });
});

describe("settling", () => {
  test("does not change what an account is worth, and happens when the position moves", () => {
    const venue = venueWith();
    venue.buy("cat", "200", "101");
    seconds(venue, 77);
    const before = venue.value("ann");
    const owed = unsettledFunding(venue.holding("ann"));
    venue.sell("bob", "0.1", "100");
    // The bid at 101 is better, so bob trades there; ann moves at the mark.
    venue.sell("ann", "0.1", "101");
    expect(venue.funding.filter(({ account }) => account === venue.account("ann").pubkey)).toEqual([
      expect.objectContaining({ amount: owed, lots: 1_000 }),
    ]);
    // 0.1 sold at 1 above the mark.
    expect(Number(venue.value("ann")) - Number(before)).toBeCloseTo(0.1, 6);
  });

  test("adds up over the fills of a position, until it is closed or turned", () => {
    const venue = venueWith();
    const paid = () => venue.holding("ann").fundingPaid;
    seconds(venue, 5);
    venue.sell("ann", "4", "100");
    venue.buy("cat", "4", "100");
    const first = paid();
    expect(first > 0n).toBe(true);
    seconds(venue, 5);
    venue.sell("ann", "1", "100");
    venue.buy("cat", "1", "100");
    expect(paid() > first).toBe(true);
    // From 5 long to 1 short.
    venue.sell("ann", "6", "100");
    venue.buy("cat", "6", "100");
    expect([venue.holding("ann").size < 0, paid()]).toEqual([true, 0n]);
  });

  test("lazily or every few seconds: the same, but for one rounding up a settlement", () => {
    const lazy = venueWith();
    const eager = venueWith();
    for (let step = 0; step < 30; step += 1) {
      for (const venue of [lazy, eager]) {
        venue.mark("100");
        venue.tick();
      }
      // ann hands one lot to cat and takes it back: her position is settled twice.
      eager.sell("ann", "0.1", "100");
      eager.buy("cat", "0.1", "100");
      eager.sell("cat", "0.1", "100");
      eager.buy("ann", "0.1", "100");
    }
    const difference = BigInt(
      Math.round((Number(lazy.value("ann")) - Number(eager.value("ann"))) * 1e9),
    );
    expect(difference >= 0n && difference <= 60n).toBe(true);
  });

  test("whoever holds what for however long: the pool never lacks anything, and keeps roundings only", () => {
    const step = fc.record({
      buyer: fc.constantFrom("ann", "bob", "cat"),
      seller: fc.constantFrom("ann", "bob", "cat"),
      lots: fc.integer({ min: 11, max: 999 }),
      wait: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 97, max: 103 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const venue = venueWith();
        for (const { buyer, seller, lots, wait, price } of steps) {
          venue.wait((wait - 1) * 1_000).mark(String(price));
          venue.tick();
          const size = (lots / 100).toFixed(2);
          venue.sell(seller, size, String(price));
          venue.buy(buyer, size, String(price));
        }
        // The invariant says ≥ 0 after each command; more than a unit a settlement would be money kept.
        let pool = venue.state.fundingPool;
        for (const name of ["ann", "bob", "cat"]) pool += unsettledFunding(venue.holding(name));
        expect(pool <= BigInt(venue.funding.length + 3)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

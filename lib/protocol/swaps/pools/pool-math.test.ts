/** Outputs and impacts against fractions that are derived from the constant product and from prices. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { impactByPrices, outputByProduct } from "./fraction.testing.ts";
import { cumulativeImpactBps, swapOutput } from "./pool-math.ts";

const U64_MAX = 2n ** 64n - 1n;
/** Amounts of all magnitudes, from 1 unit to the most that an account can hold. */
const units = fc
  .tuple(fc.bigInt(0n, 63n), fc.bigInt(0n, U64_MAX))
  .map(([bits, value]) => value >> bits || 1n);
const feePpm = fc.oneof(fc.constantFrom(0n, 1n, 3_000n, 999_999n), fc.bigInt(0n, 999_999n));

describe("a pool's output", () => {
  test("is the constant product's, computed in fractions", () => {
    fc.assert(
      fc.property(units, units, units, feePpm, (reserveIn, reserveOut, amountIn, fee) => {
        const reserves = { reserveIn, reserveOut };
        expect(swapOutput(reserves, amountIn, fee)).toEqual(
          outputByProduct(reserves, amountIn, fee),
        );
      }),
      { numRuns: 10_000 },
    );
  });

  test("never lowers the product of the reserves, and never empties the reserve", () => {
    fc.assert(
      fc.property(units, units, units, feePpm, (reserveIn, reserveOut, amountIn, fee) => {
        const { out } = swapOutput({ reserveIn, reserveOut }, amountIn, fee);
        const after = (reserveIn + amountIn) * (reserveOut - out);
        expect(after).toBeGreaterThanOrEqual(reserveIn * reserveOut);
        expect(out).toBeLessThan(reserveOut);
      }),
    );
  });

  test("has a fee that is rounded up, and an output that is rounded down", () => {
    const reserves = { reserveIn: 1_000n, reserveOut: 1_000n };
    expect(swapOutput(reserves, 100n, 3_000n)).toEqual({ fee: 1n, net: 99n, out: 90n });
    expect(swapOutput(reserves, 1n, 1n)).toEqual({ fee: 1n, net: 0n, out: 0n });
    expect(swapOutput(reserves, 1_000n, 0n)).toEqual({ fee: 0n, net: 1_000n, out: 500n });
  });

  test.each([
    [0n, 5n],
    [5n, 0n],
    [0n, 0n],
  ])("is zero with reserves of %s and %s", (reserveIn, reserveOut) => {
    expect(swapOutput({ reserveIn, reserveOut }, 10n, 0n).out).toBe(0n);
  });
});

describe("the impact of a route", () => {
  test("is the lost share of the price, computed in fractions and rounded up", () => {
    const hop = fc.record({ reserveIn: units, net: units });
    fc.assert(
      fc.property(fc.array(hop, { maxLength: 3 }), (hops) => {
        expect(BigInt(cumulativeImpactBps(hops))).toBe(impactByPrices(hops));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ["no hop", [], 0],
    ["one hundredth", [[99n, 1n]], 100],
    ["one millionth, rounded up", [[1_000_000n, 1n]], 1],
    ["a little more than one hundredth, rounded up", [[9_900n, 101n]], 101],
    [
      "a quarter, then a half of the rest",
      [
        [3n, 1n],
        [1n, 1n],
      ],
      6_250,
    ],
    ["all, of an empty reserve", [[0n, 1n]], 10_000],
    ["all, of an empty reserve with nothing in", [[0n, 0n]], 10_000],
  ] as const)("of %s", (_, hops, bps) => {
    const sizes = hops.map(([reserveIn, net]) => ({ reserveIn, net }));
    expect(cumulativeImpactBps(sizes)).toBe(bps);
  });
});

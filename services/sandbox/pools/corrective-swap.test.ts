/** The closed form against the pool's own formula. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PPM } from "#lib/protocol/solana/pool.ts";
import { swapOutput } from "#lib/protocol/swaps/pools/pool-math.ts";
import { correctiveSwap, deviationPpm, type PoolState, type PoolSwap } from "./corrective-swap.ts";

/** Reserves of pools that are worth a trade, up to a thousandth of what 64 bits hold. */
const reserve = fc.bigInt(10n ** 9n, 10n ** 16n);
const feePpm = fc.constantFrom(0n, 100n, 2_500n, 3_000n, 10_000n, 300_000n);
const pools = fc.record({ reserveA: reserve, reserveB: reserve, feePpm });
/** The market's price in parts of the pool's, from a quarter to four times. */
const factor = fc.bigInt(250_000n, 4_000_000n);

const priceOf = ({ reserveA, reserveB }: PoolState, ppm: bigint) => ({
  top: reserveB * ppm,
  bottom: reserveA * PPM,
});

function after(pool: PoolState, { side, amountIn }: PoolSwap): PoolState {
  const { reserveA, reserveB } = pool;
  const [reserveIn, reserveOut] = side === "a" ? [reserveA, reserveB] : [reserveB, reserveA];
  const { out } = swapOutput({ reserveIn, reserveOut }, amountIn, pool.feePpm);
  const [left, right] = [reserveIn + amountIn, reserveOut - out];
  return { ...pool, reserveA: side === "a" ? left : right, reserveB: side === "a" ? right : left };
}

describe("a corrective swap", () => {
  test("brings the pool to the market's price, exact to a hundred-thousandth", () => {
    fc.assert(
      fc.property(pools, factor, (pool, ppm) => {
        const price = priceOf(pool, ppm);
        const swap = correctiveSwap(pool, price);
        if (swap === undefined) return;
        expect(swap.amountIn).toBeGreaterThan(0n);
        const rest = deviationPpm(after(pool, swap), price);
        expect(rest < 0n ? -rest : rest).toBeLessThanOrEqual(10n);
      }),
      { numRuns: 5_000 },
    );
  });

  test("is made exactly when the price is off by more than the fee", () => {
    fc.assert(
      fc.property(pools, factor, (pool, ppm) => {
        const price = priceOf(pool, ppm);
        const deviation = deviationPpm(pool, price);
        const isOff = (deviation < 0n ? -deviation : deviation) > pool.feePpm;
        expect(correctiveSwap(pool, price) !== undefined).toBe(isOff);
      }),
    );
  });

  test("puts in the token that the pool values too highly", () => {
    const pool = { reserveA: 10n ** 12n, reserveB: 10n ** 12n, feePpm: 3_000n };
    expect(correctiveSwap(pool, { top: 90n, bottom: 100n })?.side).toBe("a");
    expect(correctiveSwap(pool, { top: 110n, bottom: 100n })?.side).toBe("b");
  });
});

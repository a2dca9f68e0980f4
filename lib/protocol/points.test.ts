/** Points of swaps: the cap of a week, and swaps back. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  type CountedSwap,
  computePoints,
  computeShares,
  PROTECTION_WINDOW_MS,
  pointsByWeek,
  startOfWeek,
  WEEKLY_POINTS_CAP,
  weekAfter,
} from "./points.ts";

const MONDAY = Date.UTC(2026, 10, 23);
const usd = (amount: number) => BigInt(amount * 1e9);

let made = 0;
function swap(assetIn: string, assetOut: string, amount: number, time: number): CountedSwap {
  made += 1;
  return { signature: `s${made}`, assetIn, assetOut, usd: usd(amount), time };
}

const pointsIn = (swaps: readonly CountedSwap[]) =>
  pointsByWeek(computeShares(swaps)).map(({ points }) => Number(points));

describe("points of a week", () => {
  test.each([
    [0, 0],
    [1.999999999, 0],
    [2, 1],
    [3.99, 1],
    [1_199.99, 599],
    [1_200, 600],
    [1_000_000, 600],
  ])("%d USD are %d", (amount, points) => {
    expect(computePoints(usd(amount))).toBe(BigInt(points));
  });

  test("count small swaps together", () => {
    expect(pointsIn([swap("USDC", "SOL", 1, MONDAY), swap("USDC", "SOL", 1, MONDAY)])).toEqual([1]);
  });

  test("begin on Monday at 00:00 UTC", () => {
    expect(startOfWeek(MONDAY)).toBe(MONDAY);
    expect(startOfWeek(weekAfter(MONDAY) - 1)).toBe(MONDAY);
    expect(startOfWeek(0)).toBe(Date.UTC(1969, 11, 29));
    const swaps = [
      swap("USDC", "SOL", 2_000, MONDAY - 1),
      swap("USDC", "SOL", 100, MONDAY),
      swap("USDC", "SOL", 100, weekAfter(MONDAY)),
    ];
    expect(pointsIn(swaps)).toEqual([600, 50, 50]);
  });
});

describe("a swap back", () => {
  test("within the window takes the points of both", () => {
    const there = swap("USDC", "SOL", 100, MONDAY);
    const back = swap("SOL", "USDC", 100, MONDAY + PROTECTION_WINDOW_MS);
    expect(pointsIn([there, back])).toEqual([0]);
  });

  test("after the window takes no points", () => {
    const there = swap("USDC", "SOL", 100, MONDAY);
    const back = swap("SOL", "USDC", 100, MONDAY + PROTECTION_WINDOW_MS + 1);
    expect(pointsIn([there, back])).toEqual([100]);
  });

  test("of a part takes points for that part of both", () => {
    const there = swap("USDC", "SOL", 100, MONDAY);
    const back = swap("SOL", "USDC", 40, MONDAY + MINUTE_MS);
    expect(computeShares([there, back])).toMatchObject([
      { usd: usd(100), reversed: usd(40) },
      { usd: usd(40), reversed: usd(40) },
    ]);
    expect(pointsIn([there, back])).toEqual([30]);
  });

  test("of more than one swap takes the oldest first", () => {
    const swaps = [
      swap("USDC", "SOL", 100, MONDAY),
      swap("USDC", "SOL", 100, MONDAY + MINUTE_MS),
      swap("SOL", "USDC", 150, MONDAY + 2 * MINUTE_MS),
    ];
    expect(computeShares(swaps).map(({ reversed }) => reversed)).toEqual([
      usd(100),
      usd(50),
      usd(150),
    ]);
  });

  test("of another pair takes no points", () => {
    const swaps = [swap("USDC", "SOL", 100, MONDAY), swap("SOL", "BTC", 100, MONDAY + MINUTE_MS)];
    expect(pointsIn(swaps)).toEqual([100]);
  });

  test("frees room under the cap, also of the week before", () => {
    const swaps = [
      swap("USDC", "SOL", 1_200, MONDAY - 2 * MINUTE_MS),
      swap("USDC", "BTC", 1_200, MONDAY - MINUTE_MS),
      swap("SOL", "USDC", 1_200, MONDAY),
    ];
    expect(pointsIn(swaps.slice(0, 2))).toEqual([600]);
    expect(pointsIn(swaps)).toEqual([600, 0]);
  });
});

describe("a circle of swaps within the window", () => {
  const ASSETS = ["USDC", "SOL", "BTC", "ETH", "BONK"];
  const circleOf = (length: number, amount: number) =>
    Array.from({ length }, (_, index) =>
      swap(
        ASSETS[index] ?? "",
        ASSETS[(index + 1) % length] ?? "",
        amount,
        MONDAY + index * MINUTE_MS,
      ),
    );

  test.each([2, 3, 4, 5])("of %d swaps earns nothing", (length) => {
    expect(pointsIn(circleOf(length, 300))).toEqual([0]);
  });

  test.each([2, 3, 4, 5])("of %d swaps earns nothing in any order", (length) => {
    fc.assert(
      fc.property(fc.shuffledSubarray(circleOf(length, 300), { minLength: length }), (order) => {
        const swaps = order.map((one, index) => ({ ...one, time: MONDAY + index * MINUTE_MS }));
        expect(pointsIn(swaps)).toEqual([0]);
      }),
    );
  });

  test("counts for what does not come back", () => {
    const swaps = [
      swap("USDC", "ETH", 100, MONDAY),
      swap("ETH", "SOL", 100, MONDAY + MINUTE_MS),
      swap("SOL", "USDC", 40, MONDAY + 2 * MINUTE_MS),
    ];
    expect(computeShares(swaps).map(({ reversed }) => reversed)).toEqual([
      usd(40),
      usd(40),
      usd(40),
    ]);
    expect(pointsIn(swaps)).toEqual([60]);
  });

  test("that ends after the window earns as before", () => {
    const swaps = [
      swap("USDC", "ETH", 100, MONDAY),
      swap("ETH", "SOL", 100, MONDAY + MINUTE_MS),
      swap("SOL", "USDC", 100, MONDAY + PROTECTION_WINDOW_MS + 1),
    ];
    expect(pointsIn(swaps)).toEqual([150]);
  });

  test("is not one where the asset is another in the end: every swap counts", () => {
    const swaps = [
      swap("USDC", "ETH", 100, MONDAY),
      swap("ETH", "SOL", 100, MONDAY + MINUTE_MS),
      swap("SOL", "BTC", 100, MONDAY + 2 * MINUTE_MS),
      swap("USDC", "BTC", 100, MONDAY + 3 * MINUTE_MS),
    ];
    expect(pointsIn(swaps)).toEqual([200]);
  });

  test("never leaves points when every asset is back, however the swaps are split and ordered", () => {
    const amount = fc.integer({ min: 1, max: 500 });
    const circle = fc.record({ assets: fc.shuffledSubarray(ASSETS, { minLength: 2 }), amount });
    const parts = fc
      .array(circle, { minLength: 1, maxLength: 4 })
      .map((circles) =>
        circles.flatMap(({ assets, amount: each }) =>
          assets.flatMap((asset, index) => {
            const next = assets[(index + 1) % assets.length] ?? "";
            const half = Math.ceil(each / 2);
            return [half, each - half]
              .filter((part) => part > 0)
              .map((part) => ({ asset, next, part }));
          }),
        ),
      )
      .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
    fc.assert(
      fc.property(parts, (order) => {
        const swaps = order.map(({ asset, next, part }, index) =>
          swap(asset, next, part, MONDAY + index * 1_000),
        );
        for (const { usd: whole, reversed } of computeShares(swaps)) expect(reversed).toBe(whole);
      }),
    );
  });
});

test("no series of swaps gives more than 600 points a week, or more points than its USD allow", () => {
  const assets = fc.constantFrom("USDC", "SOL", "BTC");
  const random = fc.record({
    assetIn: assets,
    assetOut: assets,
    amount: fc.integer({ min: 0, max: 3_000 }),
    pause: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
  });
  fc.assert(
    fc.property(fc.array(random, { maxLength: 30 }), (steps) => {
      let time = MONDAY;
      const swaps = steps.map(({ assetIn, assetOut, amount, pause }) => {
        time += pause;
        return swap(assetIn, assetOut, amount, time);
      });
      const shares = computeShares(swaps);
      for (const share of shares) expect(share.reversed).toBeLessThanOrEqual(share.usd);
      for (const { points, usd: sum } of pointsByWeek(shares)) {
        expect(points).toBeLessThanOrEqual(WEEKLY_POINTS_CAP);
        expect(points * 2n * 10n ** 9n).toBeLessThanOrEqual(sum);
      }
    }),
  );
});

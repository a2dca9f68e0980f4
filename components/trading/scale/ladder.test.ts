import fc from "fast-check";
import { expect, test } from "vitest";
import { ladderOf, RUNGS, SHAPES } from "./ladder.ts";

const terms = { lots: 1_000n, fromTicks: 640_000n, toTicks: 630_000n, count: 5 } as const;

test("an even ladder has equal steps and sizes", () => {
  expect(ladderOf({ ...terms, shape: "even" })).toEqual([
    { ticks: 640_000n, lots: 200n },
    { ticks: 637_500n, lots: 200n },
    { ticks: 635_000n, lots: 200n },
    { ticks: 632_500n, lots: 200n },
    { ticks: 630_000n, lots: 200n },
  ]);
});

test("a skewed ladder is three times as large at one end", () => {
  const sizes = (shape: "first" | "last") => ladderOf({ ...terms, shape }).map(({ lots }) => lots);
  expect(sizes("last")).toEqual([100n, 150n, 200n, 250n, 300n]);
  expect(sizes("first")).toEqual([300n, 250n, 200n, 150n, 100n]);
});

test("prices that are closer than the ticks of the market make no ladder", () => {
  expect(ladderOf({ ...terms, toTicks: 639_997n, shape: "even" })).toEqual([]);
  expect(ladderOf({ ...terms, toTicks: 639_996n, shape: "even" })).toHaveLength(5);
});

test("whatever is asked for: the sizes add up to the whole, and every price is another one between both ends", () => {
  const any = fc.record({
    lots: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    fromTicks: fc.bigInt({ min: 1n, max: 10n ** 7n }),
    span: fc.bigInt({ min: BigInt(RUNGS.max), max: 10n ** 6n }),
    rises: fc.boolean(),
    count: fc.integer({ min: RUNGS.min, max: RUNGS.max }),
    shape: fc.constantFrom(...SHAPES),
  });
  fc.assert(
    fc.property(any, ({ span, rises, ...asked }) => {
      const toTicks = asked.fromTicks + (rises ? span : -span);
      const rungs = ladderOf({ ...asked, toTicks });
      expect(rungs.reduce((sum, { lots }) => sum + lots, 0n)).toBe(asked.lots);
      expect(new Set(rungs.map(({ ticks }) => ticks)).size).toBe(asked.count);
      expect([rungs[0]?.ticks, rungs.at(-1)?.ticks]).toEqual([asked.fromTicks, toTicks]);
      expect(rungs.every(({ lots }) => lots >= 0n)).toBe(true);
    }),
  );
});

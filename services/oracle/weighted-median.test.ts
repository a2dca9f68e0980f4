import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Decision, decide, type Quote } from "./weighted-median.ts";

const NOW = 1_700_000_000_000;
const RULES = { now: NOW, outlierPpm: 10_000n };

function quote(price: bigint, fields: Partial<Quote> = {}): Quote {
  return {
    source: "a",
    weight: 1,
    price,
    at: NOW,
    staleAfterMs: 3_000,
    isDisputed: false,
    ...fields,
  };
}

/** Quotes of sources named a, b, c … */
function quotes(...given: [price: bigint, weight?: number][]): Quote[] {
  return given.map(([price, weight = 1], index) =>
    quote(price, { source: String.fromCharCode(97 + index), weight }),
  );
}

function priceOf(decision: Decision): bigint | undefined {
  return decision.kind === "price" ? decision.price : undefined;
}

/** The definition, computed slowly: each price repeated by its weight, and the middle of the row. */
function expandedMedian(given: readonly Quote[]): bigint {
  const row = given
    .flatMap(({ price, weight }) => Array.from({ length: weight }, () => price))
    .sort((a, b) => (a < b ? -1 : Number(a > b)));
  const middle = row.length / 2;
  return (row[Math.ceil(middle) - 1]! + row[Math.floor(middle)]!) / 2n;
}

const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 30n });
const anyWeight = fc.integer({ min: 1, max: 9 });
/** Prices within half a percent of each other. */
const nearPrice = fc.bigInt({ min: 100_000n, max: 100_500n });
const anyAge = fc.integer({ min: 0, max: 6_000 });

const manyQuotes = (price: fc.Arbitrary<bigint>, age: fc.Arbitrary<number> = fc.constant(0)) =>
  fc
    .array(fc.record({ price, weight: anyWeight, age }), { minLength: 1, maxLength: 7 })
    .map((rows) =>
      rows.map((row, index) =>
        quote(row.price, { source: `s${index}`, weight: row.weight, at: NOW - row.age }),
      ),
    );

describe("the price of several sources", () => {
  test("is exactly the weighted median when all agree", () => {
    fc.assert(
      fc.property(manyQuotes(nearPrice), (given) => {
        expect(priceOf(decide(given, RULES))).toBe(expandedMedian(given));
      }),
      { numRuns: 1000 },
    );
  });

  test("lies between the lowest and the highest price that took part", () => {
    fc.assert(
      fc.property(manyQuotes(fc.oneof(anyPrice, nearPrice), anyAge), (given) => {
        const decision = decide(given, RULES);
        if (decision.kind !== "price") return;
        const taken = given.filter(({ source }) => decision.sources.includes(source));
        expect(taken.some(({ price }) => price <= decision.price)).toBe(true);
        expect(taken.some(({ price }) => price >= decision.price)).toBe(true);
        expect(decision.at).toBe(Math.max(...taken.map(({ at }) => at)));
      }),
      { numRuns: 2000 },
    );
  });

  test("does not depend on the order of the sources", () => {
    const shuffled = manyQuotes(fc.oneof(anyPrice, nearPrice), anyAge).chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(decide(other, RULES)).toEqual(decide(given, RULES));
      }),
      { numRuns: 1000 },
    );
  });

  test("is as exact as its sources, however large they are", () => {
    fc.assert(
      fc.property(manyQuotes(nearPrice), anyPrice, (given, factor) => {
        const larger = given.map((one) => ({ ...one, price: one.price * factor * 2n }));
        const decision = priceOf(decide(larger, RULES));
        const doubled = given.map((one) => ({ ...one, price: one.price * 2n }));
        expect(decision).toBe(expandedMedian(doubled) * factor);
      }),
    );
  });

  test("of an even split is the middle of the two, rounded down", () => {
    expect(priceOf(decide(quotes([100_000n], [100_001n]), RULES))).toBe(100_000n);
    expect(priceOf(decide(quotes([100_000n, 2], [100_004n, 2]), RULES))).toBe(100_002n);
  });
});

describe("a stale price", () => {
  test("never takes part", () => {
    fc.assert(
      fc.property(manyQuotes(fc.oneof(anyPrice, nearPrice), anyAge), (given) => {
        const fresh = given.filter(({ at }) => NOW - at <= 3_000);
        expect(decide(given, RULES)).toEqual(decide(fresh, RULES));
      }),
      { numRuns: 1000 },
    );
  });

  test("is one older than the limit of its source", () => {
    const old = { at: NOW - 4_000 };
    expect(decide([quote(5n, old)], RULES)).toEqual({ kind: "stale", disputed: [] });
    expect(priceOf(decide([quote(5n, { ...old, staleAfterMs: 4_000 })], RULES))).toBe(5n);
    expect(decide([], RULES)).toEqual({ kind: "stale", disputed: [] });
    // As after a clock was set back.
    expect(decide([quote(5n, { at: NOW + 4_000 })], RULES)).toEqual({
      kind: "stale",
      disputed: [],
    });
  });
});

describe("an outlier", () => {
  test("of three, whatever it weighs, never moves the result beyond the other two", () => {
    const wild = fc.oneof(
      fc.bigInt({ min: 1n, max: 95_000n }),
      fc.bigInt({ min: 106_000n, max: 10n ** 30n }),
    );
    fc.assert(
      fc.property(
        fc.tuple(nearPrice, nearPrice, wild),
        fc.tuple(anyWeight, anyWeight, anyWeight),
        ([x, y, w], [xWeight, yWeight, wWeight]) => {
          const decision = decide(quotes([x, xWeight], [y, yWeight], [w, wWeight]), RULES);
          const price = priceOf(decision);
          if (price === undefined) {
            // The market is held: against the heavier wild price, a lighter one looks just as wild.
            expect(wWeight).toBeGreaterThan(Math.min(xWeight, yWeight));
            return;
          }
          const [low, high] = x < y ? [x, y] : [y, x];
          expect(price >= low && price <= high).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("among three equal sources is left out, and reported", () => {
    expect(decide(quotes([64_000n], [64_010n], [70_000n]), RULES)).toEqual({
      kind: "price",
      price: 64_005n,
      at: NOW,
      sources: ["a", "b"],
      disputed: ["c"],
    });
  });

  test("is a price beyond the ratio, and not one exactly at it", () => {
    expect(decide(quotes([100_000n], [100_000n], [101_000n]), RULES)).toMatchObject({
      sources: ["a", "b", "c"],
    });
    expect(decide(quotes([100_000n], [100_000n], [101_001n]), RULES)).toMatchObject({
      disputed: ["c"],
    });
  });
});

describe("a market is held", () => {
  test("when two sources differ, whatever their weights: neither is trusted over the other", () => {
    expect(decide(quotes([100n, 5], [150n, 1]), RULES)).toEqual({
      kind: "held",
      disputed: ["a", "b"],
    });
  });

  test.each([
    ["three all differ", quotes([100n], [150n], [300n])],
    ["two are against two", quotes([100n], [100n], [200n], [200n])],
    ["the heavy one is against the rest", quotes([100n, 5], [200n], [200n])],
  ])("when %s", (_, given) => {
    expect(decide(given, RULES)).toMatchObject({ kind: "held" });
  });

  test.each([
    ["each with half", 1, 1],
    ["the silent one lighter", 3, 1],
    ["the silent one heavier", 1, 3],
  ])("further while one of two that differ is silent, %s", (_, speaking, silent) => {
    const [a, b] = quotes([100n, speaking], [50n, silent]);
    const left = [
      { ...a!, isDisputed: true },
      { ...b!, isDisputed: true, at: NOW - 4_000 },
    ];
    expect(decide(left, RULES)).toMatchObject({ kind: "held" });
  });

  test("further while the middle one of three, however heavy, agrees with neither", () => {
    const given = quotes([50n], [100n, 9], [200n]);
    expect(priceOf(decide(given, RULES))).toBe(100n);
    const disputed = given.map((one) => ({ ...one, isDisputed: true }));
    expect(decide(disputed, RULES)).toMatchObject({ kind: "held" });
  });

  test("further while the agreeing sources weigh no more than the silent one that differed", () => {
    const silent = { ...quote(100n), isDisputed: true, at: NOW - 4_000 };
    const speaking = (weight: number) =>
      quotes([50n], [50n, weight]).map((one) => ({ ...one, isDisputed: true }));
    expect(decide([...speaking(2), { ...silent, source: "z", weight: 3 }], RULES).kind).toBe(
      "held",
    );
    expect(decide([...speaking(3), { ...silent, source: "z", weight: 3 }], RULES).kind).toBe(
      "price",
    );
  });

  test("no longer when all agree again, and then no source is disputed", () => {
    const again = quotes([100_000n, 3], [100_010n]).map((one) => ({ ...one, isDisputed: true }));
    expect(decide(again, RULES)).toMatchObject({ kind: "price", disputed: [] });
  });

  test("and released after a silence only by a majority that agrees", () => {
    fc.assert(
      fc.property(
        manyQuotes(fc.oneof(anyPrice, nearPrice)),
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        (given, silent) => {
          const before = decide(given, RULES);
          fc.pre(before.kind === "held");
          const after = given.map((one, index) => ({
            ...one,
            isDisputed: before.disputed.includes(one.source),
            at: silent[index] ? NOW - 4_000 : NOW,
          }));
          const decision = decide(after, RULES);
          if (decision.kind !== "price") return;
          const taken = given.filter(({ source }) => decision.sources.includes(source));
          const weigh = (all: Quote[]) => all.reduce((sum, { weight }) => sum + weight, 0);
          expect(taken.length).toBeGreaterThan(1);
          expect(2 * weigh(taken)).toBeGreaterThan(weigh(given));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("never because of a source that is alone and was not disputed", () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        expect(priceOf(decide([quote(price)], RULES))).toBe(price);
      }),
    );
  });
});

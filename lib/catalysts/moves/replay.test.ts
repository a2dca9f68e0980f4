/** A replay finds the same moves as the live run, however its input is split and ordered. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DetectorMinute } from "./minute.ts";
import { makeMinutes, newestMoves, run, START } from "./moves.testing.ts";

const WARM = 760;
/** Noise with steps: their minutes after the warm-up, and their size in thousandths. */
const course = fc.record({
  noise: fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 7, maxLength: 60 }),
  steps: fc.array(
    fc.record({ at: fc.nat({ max: 200 }), size: fc.integer({ min: -60, max: 60 }) }),
    { maxLength: 4 },
  ),
  filledEvery: fc.integer({ min: 2, max: 9 }),
});
type Course = typeof course extends fc.Arbitrary<infer T> ? T : never;

function closesOf({ noise, steps, filledEvery }: Course): (number | null)[] {
  let level = 100;
  return Array.from({ length: WARM + 260 }, (_, index) => {
    for (const { at, size } of steps) if (WARM + at === index) level *= 1 + size / 1_000;
    const isFilled = index > 0 && index % filledEvery === 0;
    return isFilled ? null : level * (1 + (noise[index % noise.length] ?? 0) / 10_000);
  });
}

const RUNS = { numRuns: 25 };

test("at once or in parts, with the state serialized in between", () => {
  let found = 0;
  fc.assert(
    fc.property(course, fc.nat({ max: 300 }), (one, cut) => {
      const minutes = makeMinutes(closesOf(one));
      const whole = run(minutes);
      const first = run(minutes.slice(0, WARM + cut));
      const state = JSON.parse(JSON.stringify(first.state)) as typeof first.state;
      const second = run(minutes.slice(WARM + cut), { state });
      expect([...first.changes, ...second.changes]).toEqual(whole.changes);
      expect(second.state).toEqual(whole.state);
      found += newestMoves(whole.changes).length;
    }),
    RUNS,
  );
  expect(found).toBeGreaterThan(0);
});

test("in any order of the markets", () => {
  fc.assert(
    fc.property(course, course, course, (one, two, three) => {
      const series = [one, two, three].map((each, index) =>
        makeMinutes(closesOf(each), { market: `M${index}` }),
      );
      const ordered = (order: readonly number[]): DetectorMinute[] =>
        (series[0] ?? []).map(({ start }, index) => ({
          start,
          markets: order.flatMap((which) => series[which]?.[index]?.markets ?? []),
        }));
      expect(run(ordered([2, 0, 1]))).toEqual(run(ordered([0, 1, 2])));
    }),
    { numRuns: 10 },
  );
});

test("at any scale of the price", () => {
  fc.assert(
    fc.property(course, fc.integer({ min: -20, max: 20 }), (one, power) => {
      // Scaling by a power of two does not round a double.
      const scale = 2 ** power;
      const closes = closesOf(one);
      const scaled = closes.map((close) => close && close * scale);
      const expected = run(makeMinutes(closes)).changes.map(({ kind, move }) => ({
        kind,
        move: {
          ...move,
          fromPrice: move.fromPrice * scale,
          extremePrice: move.extremePrice * scale,
        },
      }));
      expect(run(makeMinutes(scaled)).changes).toEqual(expected);
    }),
    RUNS,
  );
});

test("the given state is not changed", () => {
  const minutes = makeMinutes(Array.from({ length: 900 }, (_, index) => 100 + (index % 3)));
  const { state } = run(minutes);
  const before = JSON.stringify(state);
  run(makeMinutes([90, 80, 70], { start: START + 900 * 60_000 }), { state });
  expect(JSON.stringify(state)).toBe(before);
});

test("a constant series opens nothing", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (price) => {
      expect(run(makeMinutes(Array.from({ length: 900 }, () => price))).changes).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

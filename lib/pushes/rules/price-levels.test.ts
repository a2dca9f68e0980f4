/**
 * What counts as crossing a round level, and when it is announced. Midnight and a price that swings
 * around a level change nothing.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { type Crossing, judgeLevels, NO_LEVELS } from "./price-levels.ts";
import { utcDay } from "./push-draft.ts";

const START = Date.parse("2026-05-01T00:00:00Z");

type Announced = Crossing & { start: number };

/** Closes of consecutive minutes, or `[minute, close]`. */
function run(
  closes: readonly (number | [number, number])[],
  isLive = true,
  step = "5000",
): Announced[] {
  let state = NO_LEVELS;
  const announced: Announced[] = [];
  for (const [index, one] of closes.entries()) {
    const [minute, close] = typeof one === "number" ? [index, one] : one;
    const start = START + minute * MINUTE_MS;
    const found = judgeLevels(state, { start, close: String(close) }, { step, isLive });
    state = found.state;
    if (found.crossing) announced.push({ ...found.crossing, start });
  }
  return announced;
}
const levels = (closes: readonly (number | [number, number])[]) =>
  run(closes).map(({ level, direction }) => `${level} ${direction}`);

describe("a round level", () => {
  test("is crossed by a close that reaches or passes it, up and down", () => {
    expect(levels([99_000, 99_999])).toEqual([]);
    expect(levels([99_000, 100_000])).toEqual(["100000 up"]);
    expect(levels([101_000, 100_000])).toEqual(["100000 down"]);
    expect(levels([101_000, 99_000])).toEqual(["100000 down"]);
    expect(run([148, 152.5], true, "10")).toMatchObject([{ level: "150", direction: "up" }]);
  });

  test("of several that one minute crosses, the furthest is announced", () => {
    expect(levels([89_000, 101_000])).toEqual(["100000 up"]);
    expect(levels([101_000, 88_000])).toEqual(["90000 down"]);
  });

  test("is not announced for the first price, nor while the price swings around the level", () => {
    expect(levels([100_100, 99_900, 100_100])).toEqual([]);
    expect(levels([99_000, 100_100, 99_900, 100_100, 99_800])).toEqual(["100000 up"]);
  });

  test("is armed again 0.5 % away, and announced again only after 24 hours", () => {
    const swing = (minute: number): [number, number][] => [
      [minute, 99_000],
      [minute + 1, 100_100],
    ];
    // On the next UTC day, but within 24 hours.
    expect(levels([...swing(600), ...swing(1_450)])).toEqual(["100000 up"]);
    const steady = (from: number, to: number): [number, number][] =>
      Array.from({ length: (to - from) / 5 }, (_, n) => [from + n * 5, 99_000]);
    expect(levels([...swing(600), ...steady(605, 2_100), ...swing(2_100)])).toEqual([
      "100000 up",
      "100000 up",
    ]);
  });

  test("is announced once per asset and UTC day, also around midnight", () => {
    expect(levels([99_000, 100_100, 104_000, 105_100])).toEqual(["100000 up"]);
    const beforeMidnight: [number, number][] = [
      [1_438, 99_000],
      [1_439, 100_100],
      [1_440, 104_000],
      [1_441, 105_100],
      [1_442, 109_000],
      [1_443, 110_100],
    ];
    expect(levels(beforeMidnight)).toEqual(["100000 up", "105000 up"]);
  });

  test("is crossed but not announced by a minute that was stored late or follows a gap", () => {
    expect(run([99_000, 100_100], false)).toEqual([]);
    expect(
      levels([
        [0, 99_000],
        [30, 101_000],
      ]),
    ).toEqual([]);
  });

  test("in random histories is announced at most once per asset and day and once per level in 24 hours, and correctly", () => {
    const steps = fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 200, maxLength: 800 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 5, max: 10 }), (changes, minutes) => {
        let close = 99_700;
        const closes = changes.map((change, index): [number, number] => {
          close = Math.max(20_000, close + change);
          return [index * minutes, close];
        });
        const announced = run(closes);
        const days = announced.map(({ start }) => utcDay(start));
        expect(new Set(days).size).toBe(days.length);
        for (const [index, one] of announced.entries()) {
          const same = announced.slice(index + 1).find(({ level }) => level === one.level);
          if (same) expect(same.start - one.start).toBeGreaterThanOrEqual(DAY_MS);
          const at = closes.findIndex(([minute]) => START + minute * MINUTE_MS === one.start);
          const [before, after] = [closes[at - 1]?.[1] ?? 0, closes[at]?.[1] ?? 0];
          const level = Number(one.level);
          expect(
            one.direction === "up"
              ? before < level && after >= level
              : before > level && after <= level,
          ).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

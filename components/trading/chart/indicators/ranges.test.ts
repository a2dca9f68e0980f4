import { describe, expect, test } from "vitest";
import { atr, ichimoku, stochastic, supertrend } from "./ranges.ts";
import { walkOfBars } from "./studies.testing.ts";
import { type Point, type Study, StudyRun, type Values } from "./studies.ts";

/** High, low and close of five bars, by which everything below was computed by hand. */
const BARS: readonly Point[] = (
  [
    [10, 8, 9],
    [11, 9, 10],
    [14, 10, 13],
    [13, 11, 12],
    [12, 5, 6],
  ] as const
).map(([high, low, close], index) => ({ time: index * 60_000, high, low, close, volume: 1 }));

const rounded = (rows: readonly Values[]) =>
  rows.map((row) =>
    row.map((value) => (value === undefined ? undefined : Number(value.toFixed(4)))),
  );
const run = (make: () => Study, bars = BARS) => rounded(new StudyRun(make).reset(bars));
const none = undefined;

test("the average true range, by hand", () => {
  // | bar | high - low | high - close before | close before - low | range | average of 3           |
  // | 1   | 2          |                     |                    | 2     |                        |
  // | 2   | 2          | 11 - 9 = 2          | 9 - 9 = 0          | 2     |                        |
  // | 3   | 4          | 14 - 10 = 4         | 10 - 10 = 0        | 4     | (2 + 2 + 4) / 3        |
  // | 4   | 2          | 13 - 13 = 0         | 13 - 11 = 2        | 2     | (2 × 8 / 3 + 2) / 3    |
  // | 5   | 7          | 12 - 12 = 0         | 12 - 5 = 7         | 7     | (2 × 22 / 9 + 7) / 3   |
  expect(run(() => atr(3))).toEqual([[none], [none], [2.6667], [2.4444], [3.963]]);
});

test("the stochastic oscillator, by hand", () => {
  // | bar | highest of 3 | lowest of 3 | place of the close     | mean of 2 | mean of 2 of that |
  // | 3   | 14           | 8           | (13 - 8) / 6 = 83.3333 |           |                   |
  // | 4   | 14           | 9           | (12 - 9) / 5 = 60      | 71.6667   |                   |
  // | 5   | 14           | 5           | (6 - 5) / 9 = 11.1111  | 35.5556   | 53.6111           |
  expect(run(() => stochastic(3, 2, 2)).slice(2)).toEqual([
    [none, none],
    [71.6667, none],
    [35.5556, 53.6111],
  ]);
  const still = BARS.map((bar) => ({ ...bar, high: 5, low: 5, close: 5 }));
  expect(run(() => stochastic(2, 1, 1), still).at(-1)).toEqual([50, 50]);
});

test("the Ichimoku lines, by hand", () => {
  // | bar | middle of 1     | middle of 2     | middle of both | middle of 3     |
  // | 1   | (10 + 8) / 2    |                 |                |                 |
  // | 2   | (11 + 9) / 2    | (11 + 8) / 2    | 9.75           |                 |
  // | 3   | (14 + 10) / 2   | (14 + 9) / 2    | 11.75          | (14 + 8) / 2    |
  expect(run(() => ichimoku(1, 2, 3)).slice(0, 3)).toEqual([
    [9, none, none, none, 9],
    [10, 9.5, 9.75, none, 10],
    [12, 11.5, 11.75, 11, 13],
  ]);
});

test("the Supertrend, by hand", () => {
  // One range wide, and the range of one bar: 2, 2, 4, 2, 7.
  // | bar | middle | above | below | upper line            | lower line            | close        | drawn    |
  // | 1   | 9      | 11    | 7     | 11                    | 7                     | begins falling | 11 above |
  // | 2   | 10     | 12    | 8     | 11, 12 is farther     | 8                     | 10 under 11  | 11 above |
  // | 3   | 12     | 16    | 8     | 11                    | 8                     | 13 over 11   | 8 below  |
  // | 4   | 12     | 14    | 10    | 14, as it was crossed | 10                    | 12 over 10   | 10 below |
  // | 5   | 8.5    | 15.5  | 1.5   | 14                    | 10, 1.5 is farther    | 6 under 10   | 14 above |
  expect(run(() => supertrend(1, 1))).toEqual([
    [none, 11],
    [none, 11],
    [8, none],
    [10, none],
    [none, 14],
  ]);
});

describe("by their definitions, over a walk of bars,", () => {
  const bars = walkOfBars(300);
  const window = (at: number, length: number) => bars.slice(at - length + 1, at + 1);
  const high = (some: readonly Point[]) => Math.max(...some.map((bar) => bar.high));
  const low = (some: readonly Point[]) => Math.min(...some.map((bar) => bar.low));

  test("the range averages are Wilder's", () => {
    const ranges = bars.map((bar, at) => {
      const before = bars[at - 1]?.close ?? bar.close;
      return at === 0 ? bar.high - bar.low : Math.max(bar.high, before) - Math.min(bar.low, before);
    });
    let average = ranges.slice(0, 14).reduce((sum, one) => sum + one, 0) / 14;
    const values = new StudyRun(() => atr(14)).reset(bars);
    for (let at = 13; at < bars.length; at += 1) {
      if (at > 13) average = (average * 13 + ranges[at]!) / 14;
      expect(values[at]![0]).toBeCloseTo(average, 8);
    }
  });

  test("the oscillator is the mean place of closes in their windows", () => {
    const place = (at: number) => {
      const some = window(at, 14);
      return (100 * (bars[at]!.close - low(some))) / (high(some) - low(some));
    };
    const mean = (at: number) => (place(at) + place(at - 1) + place(at - 2)) / 3;
    const values = new StudyRun(() => stochastic(14, 3, 3)).reset(bars);
    expect(values[14]).toEqual([undefined, undefined]);
    for (let at = 17; at < bars.length; at += 1) {
      expect(values[at]![0]).toBeCloseTo(mean(at), 8);
      expect(values[at]![1]).toBeCloseTo((mean(at) + mean(at - 1) + mean(at - 2)) / 3, 8);
    }
  });

  test("the Ichimoku lines are middles of their windows", () => {
    const values = new StudyRun(() => ichimoku(9, 26, 52)).reset(bars);
    for (let at = 51; at < bars.length; at += 1) {
      const [fast, slow, wide] = [9, 26, 52].map((length) => {
        const some = window(at, length);
        return (high(some) + low(some)) / 2;
      });
      expect(values[at]).toEqual([fast, slow, (fast! + slow!) / 2, wide, bars[at]!.close]);
    }
  });

  test("the Supertrend is on the far side of each close, and one line at a time", () => {
    const values = new StudyRun(() => supertrend(10, 3)).reset(bars);
    for (const [at, [below, above]] of values.entries()) {
      if (at < 9) expect([below, above]).toEqual([undefined, undefined]);
      else if (below !== undefined)
        expect([below <= bars[at]!.close, above]).toEqual([true, undefined]);
      else expect(above! >= bars[at]!.close).toBe(true);
    }
  });
});

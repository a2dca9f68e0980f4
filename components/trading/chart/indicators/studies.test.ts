import { describe, expect, test } from "vitest";
import {
  bollinger,
  ema,
  type Point,
  rsi,
  type Study,
  StudyRun,
  sessionFor,
  sessionStart,
  sma,
  type Values,
  vwap,
} from "./studies.ts";

const point = (time: number, close: number, volume = 1): Point => ({
  time,
  high: close,
  low: close,
  close,
  volume,
});
const series = (closes: readonly number[]) => closes.map((close, at) => point(at * 60_000, close));
const all = (make: () => Study, closes: readonly number[]) =>
  new StudyRun(make).reset(series(closes));
const firsts = (values: readonly Values[]) => values.map(([first]) => first);

test("the simple average is the mean of the last closes, and absent before there are enough", () => {
  expect(firsts(all(() => sma(3), [1, 2, 3, 7, 8]))).toEqual([undefined, undefined, 2, 4, 6]);
  expect(firsts(all(() => sma(1), [5, 6]))).toEqual([5, 6]);
});

test("the exponential average begins with the simple one", () => {
  const values = firsts(all(() => ema(3), [1, 2, 3, 7, 8]));
  expect(values).toEqual([undefined, undefined, 2, 4.5, 6.25]);
  expect(firsts(all(() => ema(1), [5, 6]))).toEqual([5, 6]);
});

test("the bands are as far away as the standard deviation of the closes", () => {
  const [upper, middle, lower] = all(() => bollinger(4, 2), [64_000, 64_002, 64_004, 64_006]).at(
    -1,
  )!;
  expect(middle).toBeCloseTo(64_003, 9);
  expect(upper).toBeCloseTo(64_003 + 2 * Math.sqrt(5), 9);
  expect(lower).toBeCloseTo(64_003 - 2 * Math.sqrt(5), 9);
  const rolled = all(() => bollinger(2, 1), [1, 100, 2, 4]).at(-1)!;
  expect(rolled.map((value) => Number(value?.toFixed(9)))).toEqual([4, 3, 2]);
});

describe("the relative strength index", () => {
  // The example of Wilder's method as StockCharts prints it: 14 periods, first values 70.53, 66.32, 66.55.
  const closes = [
    44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28,
    46.28, 46.0, 46.03,
  ];

  test("follows Wilder's method", () => {
    const values = firsts(all(() => rsi(14), closes));
    expect(values.slice(0, 14).every((value) => value === undefined)).toBe(true);
    expect(values.slice(14).map((value) => Math.round(value!))).toEqual([70, 66, 66]);
  });

  test("is 100 with gains only, 0 with losses only, and in the middle for a market that stands still", () => {
    expect(firsts(all(() => rsi(2), [1, 2, 3])).at(-1)).toBe(100);
    expect(firsts(all(() => rsi(2), [3, 2, 1])).at(-1)).toBe(0);
    expect(firsts(all(() => rsi(2), [3, 3, 3])).at(-1)).toBe(50);
  });
});

describe("the volume-weighted average price", () => {
  const DAY = 86_400_000;

  test("begins again with each session, and weighs by volume", () => {
    const points = [point(0, 10, 1), point(60_000, 20, 3), point(DAY, 40, 2)];
    expect(firsts(new StudyRun(() => vwap("day")).reset(points))).toEqual([10, 17.5, 40]);
  });

  test("is absent in a session whose beginning is not among the bars, and in one without volume", () => {
    const points = [
      point(60_000, 10),
      point(120_000, 10),
      point(DAY, 40, 0),
      point(DAY + 60_000, 50),
    ];
    expect(firsts(new StudyRun(() => vwap("day")).reset(points))).toEqual([
      undefined,
      undefined,
      undefined,
      50,
    ]);
  });

  test("begins weeks on Monday and months on the first", () => {
    const wednesday = Date.UTC(2026, 10, 18, 13);
    expect(sessionStart("week", wednesday)).toBe(Date.UTC(2026, 10, 16));
    expect(sessionStart("month", wednesday)).toBe(Date.UTC(2026, 10, 1));
    expect(sessionStart("day", wednesday)).toBe(Date.UTC(2026, 10, 18));
    expect(sessionStart("hour", wednesday + 1)).toBe(wednesday);
    expect([sessionFor("1s"), sessionFor("5m"), sessionFor("4h"), sessionFor("1d")]).toEqual([
      "hour",
      "day",
      "week",
      "month",
    ]);
  });
});

/** A random walk, the same in every run. */
function walk(length: number): number[] {
  let seed = 7;
  let price = 64_000;
  return Array.from({ length }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    price += (seed % 201) / 10 - 10;
    return price;
  });
}

describe("a study, updated tick by tick,", () => {
  const makers: Record<string, () => Study> = {
    sma: () => sma(20),
    ema: () => ema(20),
    bollinger: () => bollinger(20, 2),
    rsi: () => rsi(14),
    vwap: () => vwap("hour"),
  };

  test.each(Object.keys(makers))("equals the whole computation: %s", (name) => {
    const make = makers[name]!;
    const closes = walk(400);
    const points = series(closes);
    const run = new StudyRun(make);
    const live = run.reset(points.slice(0, 100)).slice(0, 99);
    for (const one of points.slice(99)) {
      // Each bar has other prices before it closes.
      run.update({ ...one, high: one.close + 50, close: one.close + 50 });
      run.update({ ...one, low: one.close - 50, close: one.close - 50 });
      live.push(run.update(one));
    }
    const whole = new StudyRun(make).reset(points);
    expect(live).toHaveLength(whole.length);
    for (const [at, values] of whole.entries()) {
      for (const [line, value] of values.entries()) {
        if (value === undefined) expect(live[at]![line]).toBeUndefined();
        else expect(live[at]![line]).toBeCloseTo(value, 6);
      }
    }
  });
});

import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { isFlat, type Point, trendOf } from "./statistics.ts";

const MEMORY = { share: 0.15, amount: 16 };

/** Two hours, a point a minute. */
const over = (valueAt: (minute: number) => number): Point[] =>
  Array.from({ length: 121 }, (_, minute) => ({ at: minute * MINUTE_MS, value: valueAt(minute) }));

/** @throws TypeError when there is no trend */
const flat = (valueAt: (minute: number) => number): boolean =>
  isFlat(trendOf(over(valueAt))!, MEMORY);

describe("the trend", () => {
  it("leaves the warm-up out, and compares the first sixth of the rest with the last", () => {
    const trend = trendOf(over((minute) => (minute < 24 ? 1_000 : minute)));
    expect(trend).toMatchObject({ first: 32, last: 113 });
    expect(trend?.perHour).toBeCloseTo(60);
    expect(trend?.hours).toBeCloseTo(1.6);
  });

  it("has a slope that single outliers do not move", () => {
    const trend = trendOf(over((minute) => (minute % 10 === 5 ? 9_000 : 200)));
    expect(trend).toMatchObject({ first: 200, last: 200, perHour: 0 });
  });

  it("does not exist of fewer than six points after the warm-up", () => {
    expect(trendOf([])).toBeUndefined();
    expect(trendOf(over(() => 1).slice(0, 6))).toBeUndefined();
    expect(trendOf(over(() => 1).slice(0, 9))).toBeDefined();
  });

  it("stays quick with a point every second", () => {
    const points = Array.from({ length: 7_200 }, (_, second) => ({
      at: second * 1_000,
      value: second,
    }));
    expect(trendOf(points)?.perHour).toBeCloseTo(3_600);
  });
});

describe("the verdict on memory", () => {
  it.each([
    ["a constant", () => 300],
    ["what fills during the warm-up", (minute: number) => Math.min(300, 100 + minute * 10)],
    ["a sawtooth of the collector", (minute: number) => 200 + (minute % 12) * 15],
    ["a fall", (minute: number) => 900 - minute * 4],
    ["a rise below the amount of a small process", (minute: number) => 40 + minute * 0.1],
    ["one late peak", (minute: number) => (minute > 116 ? 900 : 300)],
  ])("%s is flat", (_, valueAt) => {
    expect(flat(valueAt)).toBe(true);
  });

  it.each([
    ["a leak of 60 MB an hour", (minute: number) => 300 + minute],
    ["a leak under a sawtooth", (minute: number) => 300 + minute + (minute % 12) * 15],
    ["a leak of a small process", (minute: number) => 40 + minute * 0.3],
  ])("%s grows", (_, valueAt) => {
    expect(flat(valueAt)).toBe(false);
  });
});

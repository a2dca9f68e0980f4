import { expect, test } from "vitest";
import { changeBetween, intervalFor, linesOf } from "./bar-lines.ts";
import { minuteBars } from "./bars.testing.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = "2026-05-01T12:00:00.000Z";
const start = Date.parse(START);
const at = (minutes: number) => start + minutes * MINUTE;
const ALL = { from: at(-60), to: at(60) };

test("the interval is the shortest one with at most 300 bars", () => {
  const intervals = [4, 5, 5.1, 24, 25.1, 75, 300].map((hours) =>
    intervalFor({ from: 0, to: hours * HOUR }),
  );
  expect(intervals).toEqual(["1m", "1m", "5m", "5m", "15m", "15m", "1h"]);
});

test("a line begins with the opening price and goes on with each close at the end of its minute", () => {
  expect(linesOf(minuteBars("BTCUSDC", START, ["100", "102"]), ALL, at(60))).toEqual([
    [
      { at: at(0), price: "100" },
      { at: at(1), price: "100" },
      { at: at(2), price: "102" },
    ],
  ]);
});

test("a missing bar begins another line", () => {
  const [first, , third] = minuteBars("BTCUSDC", START, ["100", "101", "102"]);
  const lines = linesOf([first!, third!], ALL, at(60));
  expect(lines.map((line) => line.map((point) => point.at))).toEqual([
    [at(0), at(1)],
    [at(2), at(3)],
  ]);
});

test("bars outside the times and after what is known are left out; an open bar ends where it is known", () => {
  const bars = minuteBars("BTCUSDC", START, ["100", "101", "102", "103"]);
  const ends = (...how: [typeof ALL, number]) =>
    linesOf(bars, ...how).map((line) => line.at(-1)?.at);
  expect(ends({ from: at(1), to: at(3) }, at(60))).toEqual([at(3)]);
  expect(linesOf(bars, { from: at(1), to: at(3) }, at(60))[0]?.[0]?.at).toBe(at(1));
  expect(ends(ALL, at(2))).toEqual([at(2)]);
  expect(ends(ALL, at(2) + 1)).toEqual([at(2)]);
  bars[2] = { ...bars[2]!, closed: false };
  expect(ends(ALL, at(2) + 20_000)).toEqual([at(2) + 20_000]);
  expect(linesOf(bars, ALL, at(-1))).toEqual([]);
});

test("a change is an exact rate, and there is none from nothing", () => {
  expect(changeBetween("100", "98.75")).toBe("-0.012500");
  expect(changeBetween("64000.5", "66000.5")).toBe("0.031249");
  expect(changeBetween("0", "1")).toBe(undefined);
  expect(changeBetween("one", "1")).toBe(undefined);
});

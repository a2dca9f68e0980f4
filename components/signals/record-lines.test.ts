import { expect, test } from "vitest";
import { curveOf, dotsOf } from "./record-lines.ts";

const totals = (...all: number[]) => all.map((total) => ({ total }));

test("a curve begins with the sum before its first point and goes from left to right by signals", () => {
  // From -2 to 8 with a room of 0.8: 0 is 8.8 of 11.6 below the upper edge.
  const { path, zero } = curveOf(totals(-2, 8), 0);
  expect(path).toBe("M0 75.9L500 93.1L1000 6.9");
  expect(zero).toBeCloseTo(8.8 / 11.6);
});

test("a curve of gains has the line of no gain at its lower edge, and none stands still in the middle", () => {
  expect(curveOf(totals(10), 0).zero).toBeCloseTo(1 - 0.8 / 11.6);
  expect(curveOf([], 0)).toEqual({ path: "", zero: 0.5 });
});

test("a dot is at its conviction and at the share that came true, with an area by its signals", () => {
  const bin = (from: number, ended: number, hits: number) => ({
    from,
    to: from + 0.05,
    conviction: from + 0.02,
    ended,
    hits,
  });
  expect(dotsOf([bin(0.5, 100, 60), bin(0.55, 25, 25), bin(0.6, 1, 0)])).toEqual([
    { key: "0.5", left: 0.52, top: 0.4, size: 28 },
    { key: "0.55", left: 0.5700000000000001, top: 0, size: 14 },
    { key: "0.6", left: 0.62, top: 1, size: 12 },
  ]);
  expect(dotsOf([])).toEqual([]);
});

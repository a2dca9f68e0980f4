import { expect, test } from "vitest";
import { groupMarks, linePath, pointAt, priceSpan, shareOf, spreadLabels } from "./geometry.ts";

const MINUTE = 60_000;

test("a share is 0 at the beginning and 1 at the end, and in the middle of a span without a length", () => {
  expect([10, 15, 20, 30].map((value) => shareOf(value, { from: 10, to: 20 }))).toEqual([
    0, 0.5, 1, 2,
  ]);
  expect(shareOf(7, { from: 7, to: 7 })).toBe(0.5);
});

test("the span of prices leaves 8 % of their distance at both ends, and a foot below", () => {
  expect(priceSpan([100, 200, 150])).toEqual({ from: 92, to: 208 });
  // 116 is the upper half of 232.
  expect(priceSpan([100, 200], 0.5)).toEqual({ from: -24, to: 208 });
  expect(priceSpan([100, 100])).toEqual({ from: 99.9, to: 100.1 });
  expect(priceSpan([0])).toEqual({ from: -1, to: 1 });
  expect(priceSpan([])).toBe(undefined);
});

test("a path has one line for each series, the higher price higher up", () => {
  const scales = { times: { from: 0, to: 100 }, prices: { from: 100, to: 200 } };
  const lines = [
    [
      { at: 0, price: "100" },
      { at: 50, price: "150" },
    ],
    [
      { at: 75, price: "200" },
      { at: 100, price: "125" },
    ],
    [{ at: 100, price: "1" }],
  ];
  expect(linePath(lines, scales)).toBe("M0 100L500 50M750 0L1000 75");
  expect(linePath([], scales)).toBe("");
});

test("the price of a time is the last one of the ten minutes before", () => {
  const lines = [[{ at: 0, price: "1" }], [{ at: 5 * MINUTE, price: "2" }]];
  expect(pointAt(lines, 4 * MINUTE)?.price).toBe("1");
  expect(pointAt(lines, 15 * MINUTE)?.price).toBe("2");
  expect(pointAt(lines, 15 * MINUTE + 1)).toBe(undefined);
  expect(pointAt(lines, -1)).toBe(undefined);
});

test("marks that would cover each other are one group, oldest first", () => {
  const marks = [90, 10, 14, 16, 50].map((at) => ({ at }));
  const groups = groupMarks(marks, { from: 0, to: 100 }, 0.05);
  // 16 is six hundredths behind 10, with which its group would begin.
  expect(groups.map((group) => group.map(({ at }) => at))).toEqual([[10, 14], [16], [50], [90]]);
});

test("labels that would cover each other move apart, within the picture and in their order", () => {
  expect(spreadLabels([0.9, 0.1, 0.5], 0.1)).toEqual([0.9, 0.1, 0.5]);
  expect(spreadLabels([0.5, 0.25, 0.25], 0.25)).toEqual([0.75, 0.25, 0.5]);
  // The lowest one has no room below it.
  expect(spreadLabels([1, 1, 0], 0.25)).toEqual([0.75, 1, 0]);
  expect(spreadLabels([], 0.1)).toEqual([]);
});

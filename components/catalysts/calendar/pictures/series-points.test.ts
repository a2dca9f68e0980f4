import { expect, test } from "vitest";
import { barLengths, seriesPoints } from "./series-points.ts";

test("releases are equally far apart, and their figures share one scale with room at both ends", () => {
  const points = seriesPoints([
    { id: "a", forecast: "0", actual: "100" },
    { id: "b", forecast: null, actual: "50" },
  ]);
  // From -8 to 108: the highest figure is 8 of 116 below the upper edge.
  expect(points[0]?.left).toBe(0.25);
  expect(points[0]?.actual).toBeCloseTo(8 / 116);
  expect(points[0]?.forecast).toBeCloseTo(108 / 116);
  expect(points[1]).toMatchObject({ left: 0.75, forecast: undefined });
  expect(points[1]?.actual).toBeCloseTo(0.5);
  expect(seriesPoints([])).toEqual([]);
  expect(seriesPoints([{ id: "a", forecast: null, actual: null }])[0]?.actual).toBe(undefined);
});

test("bars are as long as their change beside the largest one, whatever its direction", () => {
  expect(barLengths(["-0.02", "0.01", undefined, "0"])).toEqual([1, 0.5, undefined, 0]);
  expect(barLengths(["0.000000"])).toEqual([0]);
  expect(barLengths([])).toEqual([]);
});

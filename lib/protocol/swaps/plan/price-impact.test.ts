import { expect, test } from "vitest";
import { isFlagged, planImpactBps } from "./price-impact.ts";

const plan = (...impacts: number[]) => ({
  route: impacts.map((impact_bps) => ({ venue: "pool", impact_bps })),
});

test.each([
  [[0], 0],
  [[100], 100],
  // 1 − 0.995² = 0.9975 %, rounded up.
  [[50, 50], 100],
  [[50, 51], 101],
  [[10_000, 1], 10_000],
])("hops of %j move the price by %i bps together", (impacts, bps) => {
  expect(planImpactBps(plan(...impacts))).toBe(bps);
});

test("more than 1 % is flagged, and exactly 1 % is not", () => {
  expect([isFlagged(plan(100)), isFlagged(plan(101)), isFlagged(plan(50, 51))]).toEqual([
    false,
    true,
    true,
  ]);
});

import { expect, test } from "vitest";
import { liquidationNearness } from "./liquidation-nearness.ts";

test.each([
  [0n, "danger"],
  [49_999n, "danger"],
  [50_000n, "caution"],
  [149_999n, "caution"],
  [150_000n, "calm"],
  [900_000n, "calm"],
] as const)("a way of %d ppm is %s", (distance, nearness) => {
  expect(liquidationNearness(distance)).toBe(nearness);
});

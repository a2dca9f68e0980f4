import { expect, test } from "vitest";
import { SettleCadence } from "./settle-cadence.ts";

test("the cadence is the mean distance of the latest hundred blocks, and absent before the second", () => {
  const cadence = new SettleCadence();
  expect(cadence.add(1_000)).toBeNull();
  expect(cadence.add(1_500)).toBe(500);
  expect(cadence.add(1_501)).toBe(250.5);
  for (let block = 0; block < 100; block += 1) cadence.add(2_000 + block * 10);
  expect(cadence.add(3_000)).toBe(10);
});

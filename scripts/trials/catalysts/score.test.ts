/**
 * A sample of the evaluation as a regression test: 18 market-days, so one alarm is half of the
 * goal. The goals are measured on all development seeds, see docs/benchmarks.md. Nothing here
 * depends on time, so the figures are exact.
 */
import { expect, test } from "vitest";
import { DETECTORS } from "./detectors.ts";
import { evaluate } from "./score.ts";

test("the detector finds as much as before, and more than any baseline", () => {
  const { marketDays, scores } = evaluate(["dev-1", "dev-2"], 3, DETECTORS);
  const [own, ...baselines] = scores;
  expect(own?.recall).toBeGreaterThanOrEqual(0.9);
  expect(Math.round((own?.falseAlarmsPerDay ?? marketDays) * marketDays)).toBeLessThanOrEqual(2);
  expect(own?.shapes.step.p90Delay).toBeLessThanOrEqual(4);
  for (const { name, recall } of baselines) expect(recall, name).toBeLessThan(own?.recall ?? 0);
});

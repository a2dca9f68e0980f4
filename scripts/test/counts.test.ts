import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { clientCounts, playwrightCounts, sum, vitestCounts } from "./counts.ts";

const folder = mkdtempSync(join(tmpdir(), "counts-"));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("reads the counts of each runner", () => {
  const unit = report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2 });
  expect(vitestCounts(unit, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  const journeys = report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } });
  expect(playwrightCounts(journeys, 1)).toEqual({ passed: 3, failed: 2, skipped: 0 });
  const clients = report({ passed: 9, failed: 1, skipped: 1 });
  expect(clientCounts(clients, 1)).toEqual({ passed: 9, failed: 1, skipped: 1 });
});

test("a runner that fails without naming a test is never counted as passed", () => {
  const unit = report({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0 });
  expect(vitestCounts(unit, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  const missing = join(folder, "missing.json");
  expect(vitestCounts(missing, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(clientCounts(missing, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("adds up", () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});

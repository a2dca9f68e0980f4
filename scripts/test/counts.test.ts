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
  expect(vitestCounts(unit, 1)).toMatchObject({ passed: 5, failed: 1, skipped: 2 });
  const journeys = report({ stats: { expected: 3, unexpected: 1, skipped: 0 } });
  expect(playwrightCounts(journeys, 1)).toMatchObject({ passed: 3, failed: 1, skipped: 0 });
  const clients = report({ passed: 9, failed: 1, skipped: 1 });
  expect(clientCounts(clients, 1)).toEqual({ passed: 9, failed: 1, skipped: 1 });
});

test("never counts a runner as passed when it fails without naming a test", () => {
  const unit = report({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0 });
  expect(vitestCounts(unit, 1)).toMatchObject({ passed: 5, failed: 1, skipped: 0 });
  const missing = join(folder, "missing.json");
  expect(vitestCounts(missing, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  expect(clientCounts(missing, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("adds up", () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([one, { ...one, failures: ["a"] }, { ...one, failures: ["b"] }])).toEqual({
    passed: 3,
    failed: 6,
    skipped: 9,
    failures: ["a", "b"],
  });
});

test("names each failed test with the first line of its reason", () => {
  const unit = report({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: join(process.cwd(), "lib", "a.test.ts"),
        status: "failed",
        assertionResults: [
          { fullName: "adds", status: "passed", failureMessages: [] },
          { fullName: "takes away", status: "failed", failureMessages: ["Error: 1 is 2\n  at"] },
        ],
      },
      { name: "b.test.ts", status: "failed", message: "does not load", assertionResults: [] },
    ],
  });
  expect(vitestCounts(unit, 1).failures).toEqual([
    `${join("lib", "a.test.ts")} › takes away › Error: 1 is 2`,
    "b.test.ts › does not load",
  ]);
  const passed = { status: "expected", results: [{}] };
  const error = { message: "\u001b[31mlate\u001b[39m" };
  const failed = { status: "unexpected", results: [{ error }] };
  const journeys = report({
    stats: { expected: 1, unexpected: 1, skipped: 0 },
    suites: [
      {
        specs: [{ file: "a.e2e.ts", line: 3, title: "opens", tests: [passed] }],
        suites: [{ specs: [{ file: "a.e2e.ts", line: 9, title: "closes", tests: [failed] }] }],
      },
    ],
  });
  expect(playwrightCounts(journeys, 1).failures).toEqual(["a.e2e.ts:9 › closes › late"]);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightCounts, sum, writtenCounts } from "./counts.ts";
import { countsOfRun, type RunModule } from "./counts-reporter.ts";

const folder = mkdtempSync(join(tmpdir(), "counts-"));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("reads the counts of each runner", () => {
  const journeys = report({ stats: { expected: 3, unexpected: 1, skipped: 0 } });
  expect(playwrightCounts(journeys, 1)).toMatchObject({ passed: 3, failed: 1, skipped: 0 });
  const written = report({ passed: 9, failed: 1, skipped: 1, failures: ["a"] });
  expect(writtenCounts(written, 1)).toEqual({ passed: 9, failed: 1, skipped: 1, failures: ["a"] });
});

test("never counts a runner as passed when it fails without naming a test", () => {
  const unit = report({ passed: 5, failed: 0, skipped: 0 });
  expect(writtenCounts(unit, 1)).toMatchObject({ passed: 5, failed: 1, skipped: 0 });
  const missing = join(folder, "missing.json");
  expect(writtenCounts(missing, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
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

function runModule(name: string, parts: Partial<RunModule["children"]>, errors: string[] = []) {
  return {
    moduleId: join(process.cwd(), "lib", name),
    errors: () => errors.map((message) => ({ message })),
    children: { allSuites: () => [], allTests: () => [], ...parts },
  };
}

function ranTest(fullName: string, state: string, message?: string) {
  const errors = message === undefined ? [] : [{ message }];
  return { fullName, result: () => ({ state, errors }) };
}

test("counts the tests of a run, and names what failed: tests, hooks, files, and what no test caught", () => {
  const tests = [
    ranTest("adds", "passed"),
    ranTest("takes away", "failed", "1 is 2\n  at a.test.ts"),
    ranTest("divides", "skipped"),
  ];
  const hooked = { fullName: "on Postgres", errors: () => [{ message: "timeout expired" }] };
  const modules = [
    runModule("a.test.ts", { allTests: () => tests }),
    runModule("b.test.ts", { allSuites: () => [hooked] }),
    runModule("c.test.ts", {}, ["does not load"]),
  ];
  expect(countsOfRun(modules, [{ message: "nobody waited for this" }])).toEqual({
    passed: 1,
    failed: 4,
    skipped: 1,
    failures: [
      `${join("lib", "a.test.ts")} › takes away › 1 is 2`,
      `${join("lib", "b.test.ts")} › on Postgres › timeout expired`,
      `${join("lib", "c.test.ts")} › does not load`,
      "outside of the tests › nobody waited for this",
    ],
  });
});

test("names each failed journey with its reason and what differs", () => {
  const passed = { status: "expected", results: [{}] };
  const failed = (message: string) => ({ status: "unexpected", results: [{ error: { message } }] });
  const comparison = `Error: expect(received).toEqual(expected) // deep equality

- Expected  - 1
+ Received  + 3

- Array []
+ Array [
+   "region: <div>",
+ ]

    at page`;
  const late = failed(`Error: \u001b[31mlate\u001b[39m\n\nExpected: 1\nReceived: 0\n\nCall Log:`);
  const journeys = report({
    stats: { expected: 1, unexpected: 2, skipped: 0 },
    suites: [
      {
        specs: [{ file: "a.e2e.ts", line: 3, title: "opens", tests: [passed] }],
        suites: [
          { specs: [{ file: "a.e2e.ts", line: 9, title: "closes", tests: [late] }] },
          { specs: [{ file: "a.e2e.ts", line: 12, title: "fits", tests: [failed(comparison)] }] },
        ],
      },
    ],
  });
  expect(playwrightCounts(journeys, 2).failures).toEqual([
    "a.e2e.ts:9 › closes › Error: late Expected: 1 Received: 0",
    'a.e2e.ts:12 › fits › Error: expect(received).toEqual(expected) // deep equality +   "region: <div>",',
  ]);
});

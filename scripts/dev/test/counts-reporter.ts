/** Writes the counts of a Vitest run, with what failed outside of tests: hooks, files that do not load, unhandled errors. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { type Counts, failureLine } from "./counts.ts";

/** Environment variable with the path of the file. */
export const COUNTS_FILE = "TEST_COUNTS_FILE";

export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[COUNTS_FILE];
    if (path === undefined) throw new Error(`${COUNTS_FILE} names no file.`);
    writeFileSync(path, JSON.stringify(countsOfRun(modules, unhandled)));
  }
}

type Thrown = { message: string };

/** The parts of a module that count. */
export type RunModule = {
  moduleId: string;
  errors: () => readonly Thrown[];
  children: {
    allSuites: () => Iterable<{ fullName: string; errors: () => readonly Thrown[] }>;
    allTests: () => Iterable<{
      fullName: string;
      result: () => { state: string; errors?: readonly Thrown[] | undefined };
    }>;
  };
};

/** A failed hook counts as one failure, because the tests under it may all have passed, or none have run. */
export function countsOfRun(modules: readonly RunModule[], unhandled: readonly Thrown[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  const fail = (file: string, name: string, errors: readonly Thrown[]) => {
    counts.failed += 1;
    counts.failures.push(failureLine(file, name, errors[0]?.message));
  };
  for (const ran of modules) {
    const file = relative(process.cwd(), ran.moduleId);
    if (ran.errors().length > 0) fail(file, "", ran.errors());
    for (const suite of ran.children.allSuites()) {
      if (suite.errors().length > 0) fail(file, suite.fullName, suite.errors());
    }
    for (const test of ran.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === "failed") fail(file, test.fullName, errors);
      else if (state === "passed") counts.passed += 1;
      else counts.skipped += 1;
    }
  }
  for (const error of unhandled) fail("outside of the tests", "", [error]);
  return counts;
}

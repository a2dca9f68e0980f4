/** Counts of a step and the names of its failures, from its exit code or from a runner's JSON report. */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** In characters. */
const MOST_REASON = 200;

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** One line per failure: file, name, and the first line of the reason. */
  failures?: readonly string[];
};

export const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

export function sum(counts: readonly Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return { ...total, failures: counts.flatMap(({ failures }) => failures ?? []) };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};

function vitestFailures(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    // A file that does not load has no tests.
    if (status === "failed" && tests.length === 0) return [line(file, "", message)];
    return tests.map((test) => line(file, test.fullName, test.failureMessages?.[0]));
  });
}

/** @param path the file of Vitest's `json` reporter. */
export function vitestCounts(path: string, exitCode: number): Counts {
  const report = readReport<VitestReport>(path);
  return settle(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
    failures: vitestFailures(report),
  });
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};

type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; skipped: number };
};

function playwrightFailures(suite: PlaywrightSuite | undefined): string[] {
  const own = (suite?.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => {
        const failed = results.find(({ error }) => error !== undefined);
        return line(`${spec.file}:${spec.line}`, spec.title, failed?.error?.message);
      }),
  );
  return [...own, ...(suite?.suites ?? []).flatMap(playwrightFailures)];
}

/** @param path the file of Playwright's `json` reporter. Nothing is tried twice. */
export function playwrightCounts(path: string, exitCode: number): Counts {
  const report = readReport<PlaywrightReport>(path);
  const stats = report?.stats;
  return settle(exitCode, {
    passed: stats?.expected ?? 0,
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    failures: playwrightFailures(report),
  });
}

/** @param path the counts that e2e/outside/main.ts writes */
export function clientCounts(path: string, exitCode: number): Counts {
  return settle(exitCode, readReport<Counts>(path) ?? { passed: 0, failed: 0, skipped: 0 });
}

/** A runner that failed without a failed test (a file that does not load, no report) counts as one failure. */
function settle(exitCode: number, counts: Counts): Counts {
  if (exitCode === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1 };
}

function line(where: string, name: string, reason = ""): string {
  const [why = ""] = stripVTControlCharacters(reason).trim().split("\n", 1);
  return [where, name, why.slice(0, MOST_REASON)].filter((part) => part !== "").join(" › ");
}

function readReport<Report>(path: string): Report | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

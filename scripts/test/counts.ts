/** Counts of a step and the names of its failures, from its exit code or from a runner's JSON report. */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** In characters. */
const MOST_REASON = 200;
/** One test that passes at its second try may be bad luck; more of them are a fault of the product or of its tests. */
const MOST_FLAKY = 2;

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed tests that failed at first and passed when they were tried again. */
  flaky?: number;
  /** One line per failure: file, name, and the first line of the reason. */
  failures?: readonly string[];
  /** The same lines for flaky tests. */
  flakes?: readonly string[];
};

export const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

export function sum(counts: readonly Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  for (const { passed, failed, skipped, flaky = 0 } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.flaky += flaky;
  }
  return {
    ...total,
    failures: counts.flatMap(({ failures }) => failures ?? []),
    flakes: counts.flatMap(({ flakes }) => flakes ?? []),
  };
}

/** Adds a failure to counts in which too many tests are flaky. */
export function limitFlaky(counts: Counts): Counts {
  const { flaky = 0, failures = [] } = counts;
  if (flaky <= MOST_FLAKY) return counts;
  const reason = `${flaky} tests passed only when they were tried again; at most ${MOST_FLAKY} may`;
  return { ...counts, failed: counts.failed + 1, failures: [...failures, reason] };
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
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

function playwrightLines(
  suite: PlaywrightSuite | undefined,
  wanted: "unexpected" | "flaky",
): string[] {
  const own = (suite?.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const failed = results.find(({ error }) => error !== undefined);
        return line(`${spec.file}:${spec.line}`, spec.title, failed?.error?.message);
      }),
  );
  return [...own, ...(suite?.suites ?? []).flatMap((inner) => playwrightLines(inner, wanted))];
}

/** @param path the file of Playwright's `json` reporter. A flaky test counts as passed, and as flaky. */
export function playwrightCounts(path: string, exitCode: number): Counts {
  const report = readReport<PlaywrightReport>(path);
  const stats = report?.stats;
  return settle(exitCode, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    flaky: stats?.flaky ?? 0,
    failures: playwrightLines(report, "unexpected"),
    flakes: playwrightLines(report, "flaky"),
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

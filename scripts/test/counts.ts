/** Counts of a step, from its exit code or from a runner's JSON report. */
import { existsSync, readFileSync } from "node:fs";

export type Counts = { passed: number; failed: number; skipped: number };

export const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

export function sum(counts: readonly Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number };

/** @param path the file of Vitest's `json` reporter. */
export function vitestCounts(path: string, exitCode: number): Counts {
  const report = readReport<VitestReport>(path);
  return settle(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  });
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** @param path the file of Playwright's `json` reporter. A flaky test counts as failed: it did fail. */
export function playwrightCounts(path: string, exitCode: number): Counts {
  const stats = readReport<PlaywrightReport>(path)?.stats;
  return settle(exitCode, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  });
}

/** @param path what e2e/outside/main.ts writes, as counts. */
export function clientCounts(path: string, exitCode: number): Counts {
  return settle(exitCode, readReport<Counts>(path) ?? { passed: 0, failed: 0, skipped: 0 });
}

/** A runner that failed without a failed test (a file that does not load, no report) is one failure. */
function settle(exitCode: number, counts: Counts): Counts {
  if (exitCode === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1 };
}

function readReport<Report>(path: string): Report | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

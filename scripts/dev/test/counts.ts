/** Counts of a step and the names of its failures, from its exit code or from a runner's report. */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** In characters. */
const MAX_REASON = 400;

/** In a runner's comparison of two values, a line that is in one of them alone, with content. */
const DIFFERENCE =
  /^(?:[+-] (?!\s*(?:Expected|Received|Array|Object)\b)(?=.*\w)|(?:Expected|Received)\b.*:)/;

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** One line per failure: file, name and reason. */
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
        return failureLine(`${spec.file}:${spec.line}`, spec.title, failed?.error?.message);
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

/** @param path the counts that a runner wrote itself: our reporter of Vitest, and e2e/outside/main.ts */
export function writtenCounts(path: string, exitCode: number): Counts {
  return settle(exitCode, readReport<Counts>(path) ?? { passed: 0, failed: 0, skipped: 0 });
}

/** A runner that failed without a failed test (a file that does not load, no report) counts as one failure. */
function settle(exitCode: number, counts: Counts): Counts {
  if (exitCode === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1 };
}

/** File, name, and the reason: its first line, and the lines of a comparison that differ. */
export function failureLine(where: string, name: string, reason = ""): string {
  const [why = "", ...more] = stripVTControlCharacters(reason).trim().split("\n");
  const differing = more.map((line) => line.trim()).filter((line) => DIFFERENCE.test(line));
  const text = [why, ...differing].join(" ").slice(0, MAX_REASON);
  return [where, name, text].filter((part) => part !== "").join(" › ");
}

function readReport<Report>(path: string): Report | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return undefined;
  }
}

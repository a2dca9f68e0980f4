/**
 * Writes how long each file of unit tests took, for the order of the next run:
 * `npm run unit -- --reporter=default --reporter=./scripts/dev/test/times-reporter.ts`, on a quiet machine.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const ROOT = join(import.meta.dirname, "..", "..", "..");
export const TIMES_FILE = join(import.meta.dirname, "unit-times.json");

/** Files of less are not in the list: their order does not matter. */
const MIN_SECONDS = 2;

/** Seconds by path from the root, longest first. */
export type UnitTimes = Readonly<Record<string, number>>;

export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const known = existsSync(TIMES_FILE)
      ? (JSON.parse(readFileSync(TIMES_FILE, "utf8")) as UnitTimes)
      : {};
    const measured = modules.map((module): [string, number] => [
      relative(ROOT, module.moduleId).replaceAll("\\", "/"),
      secondsOf(module),
    ]);
    writeFileSync(TIMES_FILE, `${JSON.stringify(mergeTimes(known, measured, isThere), null, 2)}\n`);
  }
}

/** The list after a run of some files. Files that are gone leave it. */
export function mergeTimes(
  known: UnitTimes,
  measured: readonly (readonly [string, number])[],
  exists: (path: string) => boolean,
): UnitTimes {
  const all = { ...known, ...Object.fromEntries(measured) };
  const listed = Object.entries(all)
    .filter(([path, seconds]) => seconds >= MIN_SECONDS && exists(path))
    .toSorted(([one, oneSeconds], [other, otherSeconds]) =>
      oneSeconds === otherSeconds ? one.localeCompare(other, "en") : otherSeconds - oneSeconds,
    );
  return Object.fromEntries(listed);
}

/** Loading its modules counts as well: the worker is busy with it. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration, environmentSetupDuration, setupDuration } =
    module.diagnostic();
  return Math.round((collectDuration + duration + environmentSetupDuration + setupDuration) / 1000);
}

function isThere(path: string): boolean {
  return existsSync(join(ROOT, path));
}

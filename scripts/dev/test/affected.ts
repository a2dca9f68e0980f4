/** The tests of `npm test` that import a file changed since a commit, nearest first. */
import { spawnSync } from "node:child_process";
import { readSources, type SourceFile } from "#scripts/dev/house/import-graph.ts";

const TOPS = ["app", "components", "docs", "e2e", "lib", "scripts", "services", "tests"];

/** Paths from the root with forward slashes. */
export type Affected = { unit: string[]; journeys: string[] };

/** @throws Error when Git does not know the commit */
export function affectedSince(root: string, commit: string): Affected {
  const changed = [
    ...git(root, "diff", "--name-only", "--relative", commit),
    ...git(root, "ls-files", "--others", "--exclude-standard"),
  ];
  return affectedTests(readSources(root, TOPS), changed);
}

/** Tests that reach a changed file over the fewest imports come first. */
export function affectedTests(
  files: ReadonlyMap<string, Pick<SourceFile, "imports">>,
  changed: readonly string[],
): Affected {
  const importers = new Map<string, string[]>();
  for (const [path, { imports }] of files) {
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  // A set keeps insertion order, and a breadth-first walk inserts by distance.
  const reached = new Set(changed.filter((path) => files.has(path)));
  for (const path of reached)
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  const paths = [...reached];
  return {
    unit: paths.filter((path) => path.endsWith(".test.ts") && !path.endsWith(".deep.test.ts")),
    journeys: paths.filter((path) => path.endsWith(".e2e.ts")),
  };
}

function git(root: string, ...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.split("\n").filter((line) => line !== "");
}

/** Which test files are in the deep set, and in which part of it. */
import { globSync } from "node:fs";

export type UnitPart = "kills" | "models" | "replicas";

/** `x.deep.test.ts` is in the deep set only; `x.rounds.test.ts` is in both, with more rounds here. */
const DEEP = /\.(deep|rounds)\.test\.ts$/;
/** Processes are killed under load. */
const KILLS = /(^|\/)[^/]*(kills|killed|recovery|failover)[^/]*\.test\.ts$/;
/** Random histories are compared with a plain model, or with a second implementation. */
const MODELS = /(^|\/)(model|agreement)\.[^/]*test\.ts$/;

const FOLDERS = ["app", "components", "docs", "lib", "scripts", "services", "tests"];

/** The part of a test file; undefined for one that is in the everyday set only. @param path with forward slashes */
export function partOf(path: string): UnitPart | undefined {
  if (!DEEP.test(path)) return undefined;
  if (KILLS.test(path)) return "kills";
  return MODELS.test(path) ? "models" : "replicas";
}

/** Paths from the root, with forward slashes. */
export function filesOf(part: UnitPart, root: string): string[] {
  const tests = globSync(`{${FOLDERS.join(",")}}/**/*.test.ts`, { cwd: root });
  return tests
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => partOf(path) === part)
    .toSorted();
}

/** The shape of the code base holds: no folder and no file depends on itself through others. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { FEATURES } from "./features.ts";
import {
  arrowsWithinCircles,
  circles,
  type FolderGraph,
  floors,
  folderGraph,
  isTestFile,
  readSources,
} from "./import-graph.ts";
import { LAYERED } from "./measures.ts";
import { KIT, VISITS } from "./visits.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const graph = (arrows: Record<string, readonly string[]>): FolderGraph =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)]));

describe("the graph of folders", () => {
  test("finds circles and the arrows within them", () => {
    const found = graph({ a: ["b"], b: ["c"], c: ["a", "d"], d: [], e: ["a"] });
    expect(circles(found)).toEqual([["a", "b", "c"]]);
    expect(arrowsWithinCircles(found)).toEqual([
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
    ]);
  });

  test("counts the longest chain as the number of floors", () => {
    expect(floors(graph({ a: ["b", "c"], b: ["c"], c: [], d: ["c"] }))).toBe(3);
    expect(circles(graph({ a: ["b"], b: [] }))).toEqual([]);
  });

  test("sees imports, types, lazy imports and workers of the real tree", () => {
    const files = readSources(root, ["components", "lib", "services"]);
    const importsOf = (path: string) => files.get(path)?.imports ?? [];
    expect(importsOf("services/venue/process/gateway-threads.ts")).toContain(
      "services/venue/gateway/worker.ts",
    );
    expect(importsOf("components/frame/preferences/settings-button.tsx")).toContain(
      "components/frame/preferences/settings-dialog.tsx",
    );
    expect(files.size).toBeGreaterThan(1_000);
  });

  test("leaves out tests, and of a folder that is for tests all but its support", () => {
    const files = readSources(root, ["e2e", "services"]);
    expect(folderGraph(files, "e2e").get("e2e/support")).toBeDefined();
    expect([...folderGraph(files, "services").keys()]).not.toContain("services/venue/testing");
  });

  test.each([
    ["lib/kernel/log/log.test.ts", true],
    ["lib/kernel/time/timers.testing.ts", true],
    ["services/venue/testing/simulation/main.ts", true],
    ["e2e/support/people.ts", true],
    ["lib/kernel/log/log.ts", false],
  ])("%s is a test file: %s", (path, isTest) => {
    expect(isTestFile(path)).toBe(isTest);
  });
});

test.each(LAYERED)("no two folders of %s depend on each other", (top) => {
  const files = readSources(root, [top]);
  expect(arrowsWithinCircles(folderGraph(files, top))).toEqual([]);
});

test("the paths of measured features exist", () => {
  const paths = FEATURES.flatMap((feature) => feature.paths);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

describe.each(VISITS)("the files that $thing visits", ({ files }) => {
  test("exist", () => {
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("are listed once", () => {
    expect(files.filter((path, index) => files.indexOf(path) !== index)).toEqual([]);
  });

  test("are neither tests nor part of the kit", () => {
    const isKit = (path: string) => KIT.some((folder) => path.startsWith(`${folder}/`));
    expect(files.filter((path) => isTestFile(path) || isKit(path))).toEqual([]);
  });
});

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { affectedSince, affectedTests } from "./affected.ts";

const files = new Map(
  Object.entries({
    "lib/a.ts": [],
    "lib/b.ts": ["lib/a.ts"],
    "lib/c.ts": ["lib/b.ts"],
    "lib/c.test.ts": ["lib/c.ts"],
    "lib/a.test.ts": ["lib/a.ts"],
    "lib/other.test.ts": [],
    "e2e/trader/one.e2e.ts": ["e2e/support/page.ts"],
    "e2e/support/page.ts": ["lib/b.ts"],
  }).map(([path, imports]) => [path, { imports }]),
);

test("the tests with the fewest imports to a changed file come first, and unrelated tests not at all", () => {
  expect(affectedTests(files, ["lib/a.ts"])).toEqual({
    unit: ["lib/a.test.ts", "lib/c.test.ts"],
    journeys: ["e2e/trader/one.e2e.ts"],
  });
});

test("a changed test runs itself, and a file that nothing imports runs nothing", () => {
  expect(affectedTests(files, ["lib/other.test.ts", "README.md"])).toEqual({
    unit: ["lib/other.test.ts"],
    journeys: [],
  });
});

test("what only the deep set runs is left to it", () => {
  const sources = new Map([
    ["a.ts", { imports: [] }],
    ["a.deep.test.ts", { imports: ["a.ts"] }],
    ["a.rounds.test.ts", { imports: ["a.ts"] }],
  ]);
  expect(affectedTests(sources, ["a.ts"]).unit).toEqual(["a.rounds.test.ts"]);
});

test("a circle of imports does not loop forever", () => {
  const circle = new Map([
    ["a.ts", { imports: ["b.ts"] }],
    ["b.ts", { imports: ["a.ts"] }],
    ["b.test.ts", { imports: ["b.ts"] }],
  ]);
  expect(affectedTests(circle, ["a.ts"]).unit).toEqual(["b.test.ts"]);
});

test("changed, staged and new files in the folder count, committed ones do not", () => {
  const root = mkdtempSync(join(tmpdir(), "affected-"));
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], { cwd: root });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  try {
    git("init", "-q");
    write("lib/one.ts", "export const one = 1;\n");
    write("lib/one.test.ts", 'import { one } from "./one.ts";\n');
    write("lib/two.test.ts", "export {};\n");
    git("add", "-A");
    git("commit", "-qm", "first");
    expect(affectedSince(root, "HEAD").unit).toEqual([]);
    write("lib/one.ts", "export const one = 2;\n");
    write("lib/new.test.ts", "export {};\n");
    expect(affectedSince(root, "HEAD").unit.toSorted()).toEqual([
      "lib/new.test.ts",
      "lib/one.test.ts",
    ]);
    expect(() => affectedSince(root, "no-such-branch")).toThrow("no-such-branch");
  } finally {
    rmSync(root, { recursive: true });
  }
});

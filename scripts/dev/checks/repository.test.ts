/** What a stranger sees first: the root, the version, the workflow and the forms agree with the rest of the repository. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const MAX_ROOT_ENTRIES = 34;
const MAX_LINES = { "README.md": 100, "ARCHITECTURE.md": 220, "CONTRIBUTING.md": 142 };

const read = (path: string): string => readFileSync(path, "utf8");
const FILES = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");

const Step = z.object({
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Job = z.object({
  steps: z.array(Step),
  strategy: z.object({ matrix: z.record(z.string(), z.string()) }).optional(),
});
const Workflow = z.object({ jobs: z.record(z.string(), Job) });
const { jobs } = Workflow.parse(parse(read(".github/workflows/ci.yml")));

const readCommands = (job: string): string =>
  (jobs[job]?.steps ?? []).map(({ run }) => run ?? "").join("\n");

test("the root has few entries", () => {
  const entries = new Set(FILES.map((path) => path.split("/")[0]));
  expect(entries.size).toBeLessThanOrEqual(MAX_ROOT_ENTRIES);
});

test.each(Object.entries(MAX_LINES))("%s has at most %i lines", (path, most) => {
  expect(read(path).trimEnd().split("\n").length).toBeLessThanOrEqual(most);
});

test("package, lock file and changelog have one version", () => {
  const Versioned = z.object({ version: z.string() });
  const { version } = Versioned.parse(JSON.parse(read("package.json")));
  const lock = Versioned.extend({ packages: z.object({ "": Versioned }) });
  const locked = lock.parse(JSON.parse(read("package-lock.json")));
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read("CHANGELOG.md")) ?? [];
  expect([locked.version, locked.packages[""].version, newest]).toEqual([
    version,
    version,
    version,
  ]);
});

test("the workflow runs every check, and each part of the deep set, on the Node of the repository", () => {
  const [, major] = /^const NODE_MAJOR = (\d+);$/m.exec(read("scripts/dev/bootstrap.mjs")) ?? [];
  for (const [name, { steps }] of Object.entries(jobs)) {
    const node = steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"));
    expect([name, String(node?.with?.["node-version"])]).toEqual([name, major]);
  }
  expect(readCommands("check")).toContain(".ci/run");
  expect(readCommands("parts")).toContain("npm run --silent test:deep -- --list");
  // The expression is the workflow's own.
  expect(jobs.deep?.strategy?.matrix.part).toMatch(/fromJSON\(needs\.parts\.outputs\.names\)/);
  expect(readCommands("deep")).toContain("npm run test:deep --");
});

test("no workflow names a registry", () => {
  const own = FILES.filter((path) => path.startsWith(".github/") || path.startsWith(".ci/"));
  for (const path of own) expect(read(path), path).not.toMatch(/registry|https?:\/\//);
});

test("the form of a pull request names every recipe, in the order of the document", () => {
  const recipes = [...read("docs/recipes.md").matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  const form = read(".github/pull_request_template.md");
  const [, list = ""] = /^## Recipes$([^]*?)^## /m.exec(form) ?? [];
  const named = [...list.matchAll(/^- \[ \] (.+)$/gm)].map(([, name]) => name);
  expect(named).toEqual([...recipes, "None of them"]);
});

test("CONTRIBUTING.md links every recipe", () => {
  const recipes = [...read("docs/recipes.md").matchAll(/^## (.+)$/gm)].map(([, name = ""]) => name);
  const anchors = recipes.map((name) => `#${name.toLowerCase().replaceAll(" ", "-")}`);
  const contributing = read("CONTRIBUTING.md");
  expect(anchors.filter((anchor) => !contributing.includes(`${anchor})`))).toEqual([]);
});

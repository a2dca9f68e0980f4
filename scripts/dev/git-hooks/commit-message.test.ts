import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitMessageErrors } from "./commit-message.mjs";

const GOOD = "partner: refuse a cursor of another query\n\nRows came twice.\n";
const FORM = "The subject has the form `area: what it does`, without a full stop.";
const NO_BODY = "A body says why the change is made.";

test.each([
  ["a subject with an area, and a body", GOOD],
  ["a folder as area", "lib/partner: refuse it\n\nRows came twice."],
  ["two areas", "ui, data: direct comments\n\nThey were riddles."],
  ["Git's own subjects", "Merge branch 'main'"],
  [
    "comments and a diff below",
    `${GOOD}# Please enter\n# ------------------------ >8 ------------------------\ndiff`,
  ],
])("accepts %s", (_name, message) => {
  expect(commitMessageErrors(message)).toEqual([]);
});

test.each([
  ["no area", "Refuse a cursor\n\nWhy.", [FORM]],
  ["a capital area", "Partner: refuse it\n\nWhy.", [FORM]],
  ["a full stop", "partner: refuse it.\n\nWhy.", [FORM]],
  ["no body", "partner: refuse it", [NO_BODY]],
  ["trailers alone", "partner: refuse it\n\nSigned-off-by: A <a@b.example>", [NO_BODY]],
  ["comments alone", "partner: refuse it\n\n# why", [NO_BODY]],
  ["a second line", "partner: refuse it\nand more\nWhy.", ["The second line is empty."]],
  [
    "73 characters",
    `partner: ${"x".repeat(64)}\n\nWhy.`,
    ["The subject has 73 characters; 72 is the most."],
  ],
  ["nothing", "\n", [FORM, NO_BODY]],
])("refuses %s", (_name, message, errors) => {
  expect(commitMessageErrors(message)).toEqual(errors);
});

test("Git refuses a wrong message in a clone with these hooks, and accepts a right one", () => {
  const folder = mkdtempSync(join(tmpdir(), "commit message "));
  const git = (...args: string[]) => {
    const identity = ["-c", "user.name=a", "-c", "user.email=a@b.example"];
    return spawnSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
  };
  try {
    git("init", "-q");
    cpSync(import.meta.dirname, join(folder, "scripts", "dev", "git-hooks"), { recursive: true });
    spawnSync(process.execPath, [join("scripts", "dev", "git-hooks", "install.mjs")], {
      cwd: folder,
    });
    const refused = git("commit", "--allow-empty", "-m", "Fixed.");
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain(NO_BODY);
    const taken = git("commit", "--allow-empty", "-m", GOOD);
    expect(taken.status, taken.stderr).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("npm installs the hooks", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(scripts["prepare"]).toBe("node scripts/dev/prepare.mjs");
  expect(readFileSync("scripts/dev/bootstrap.mjs", "utf8")).toContain('"git-hooks", "install.mjs"');
});

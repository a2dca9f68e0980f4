import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const FILES = execFileSync("git", ["ls-files"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));
const DOCUMENTS = FILES.filter((path) => path.endsWith(".md"));

/** Paths in backticks that begin with a root folder; a pattern or a placeholder names no file. */
const NAMED_PATH =
  /`((?:app|components|deploy|lib|services|scripts|tests|e2e|docs|public)\/[^`\s]*)`/g;
/** Names of source files and documents in backticks, without a folder. */
const BARE_NAME = /`([\w.[\]-]+\.(?:ts|tsx|mjs|py|md))`/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
/** Where a paragraph, a list item or a row of a table begins. */
const BLOCK = /\n(?=\n|\s*(?:[-*|]|\d+\.)\s)/;

const isPattern = (path: string): boolean => /[*<>{}…]/.test(path);
const readProse = (document: string): string =>
  readFileSync(document, "utf8").replaceAll(/^```[^]*?^```/gm, "");
const findAll = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

test.each(DOCUMENTS)("every path that %s names exists", (document) => {
  const named = findAll(readProse(document), NAMED_PATH);
  const missing = named.filter((path) => !isPattern(path) && !existsSync(path));
  expect(missing).toEqual([]);
});

/** A bare name belongs to a folder that its block names, else to any folder. */
function findMissingNames(block: string, document: string): string[] {
  const named = findAll(block, NAMED_PATH).filter((path) => !isPattern(path));
  const folders = named.map((path) => (/\.\w+$/.test(path) ? dirname(path) : path));
  const isInside = (path: string): boolean =>
    folders.length === 0 ||
    dirname(path) === dirname(document) ||
    dirname(path) === "." ||
    folders.some((folder) => path.startsWith(`${folder.replace(/\/$/, "")}/`));
  const exists = (name: string): boolean =>
    FILES.some((path) => basename(path) === name && isInside(path));
  return findAll(block, BARE_NAME).filter((name) => !exists(name));
}

test.each(DOCUMENTS)(
  "every file that %s names is in the folder that its line names",
  (document) => {
    const blocks = readProse(document).split(BLOCK);
    expect(blocks.flatMap((block) => findMissingNames(block, document))).toEqual([]);
  },
);

test.each(DOCUMENTS)("every link in %s leads to a file", (document) => {
  const links = findAll(readFileSync(document, "utf8"), LINK);
  const missing = links.filter((path) => !existsSync(join(dirname(document), path)));
  expect(missing).toEqual([]);
});

test("a bare name is refused when the folder of its line has no such file", () => {
  const line = "`scripts/dev/checks/page-budgets.ts`, and `document-paths.test.ts` beside it";
  expect(findMissingNames(line, "README.md")).toEqual([]);
  expect(findMissingNames(line.replace("scripts/dev/checks/p", "lib/p"), "README.md")).toEqual([
    "document-paths.test.ts",
  ]);
  expect(findMissingNames("`no-such-file.ts`", "README.md")).toEqual(["no-such-file.ts"]);
});

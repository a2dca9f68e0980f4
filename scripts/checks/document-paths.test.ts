import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const DOCUMENTS = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));

/** Paths in backticks that begin with a root folder; a pattern or a placeholder names no file. */
const NAMED_PATH =
  /`((?:app|components|deploy|lib|services|scripts|tests|e2e|docs|public)\/[^`\s]*)`/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

const isPattern = (path: string): boolean => /[*<>{}…]/.test(path);

test.each(DOCUMENTS)("every path that %s names exists", (document) => {
  const text = readFileSync(document, "utf8").replaceAll(/^```[^]*?^```/gm, "");
  const named = [...text.matchAll(NAMED_PATH)].map(([, path = ""]) => path);
  const missing = named.filter((path) => !isPattern(path) && !existsSync(path));
  expect(missing).toEqual([]);
});

test.each(DOCUMENTS)("every link in %s leads to a file", (document) => {
  const links = [...readFileSync(document, "utf8").matchAll(LINK)].map(([, path = ""]) => path);
  const missing = links.filter((path) => !existsSync(join(dirname(document), path)));
  expect(missing).toEqual([]);
});

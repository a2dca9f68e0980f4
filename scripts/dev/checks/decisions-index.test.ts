import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "docs/decisions";
const RECORDS = readdirSync(FOLDER).filter((name) => /^\d{3}-.*\.md$/.test(name));
const INDEX = readFileSync(join(FOLDER, "README.md"), "utf8");

const readTitle = (name: string): string => {
  const [, title = ""] = /^# (.*)$/m.exec(readFileSync(join(FOLDER, name), "utf8")) ?? [];
  return title;
};

/** `[number](file) | title` of each record that the index lists. */
const LISTED = [...INDEX.matchAll(/^\| \[(\d{3})\]\(([^)]+)\) \| (.*) \|$/gm)].map(
  ([, number = "", file = "", title = ""]) => ({ number, file, title }),
);

test("the index lists each decision record once, with its number and title", () => {
  expect(LISTED.map(({ file }) => file).toSorted()).toEqual(RECORDS.toSorted());
  for (const { number, file, title } of LISTED) {
    expect(file.slice(0, 3)).toBe(number);
    expect(readTitle(file)).toBe(`${number} ${title}`);
  }
});

test("no two records have one number, and a merged record has no file", () => {
  const numbers = RECORDS.map((name) => name.slice(0, 3));
  expect(new Set(numbers).size).toBe(numbers.length);
  const merged = [...INDEX.matchAll(/^\| (\d{3}) \| merged into/gm)].map(([, number]) => number);
  expect(merged.filter((number) => numbers.includes(number ?? ""))).toEqual([]);
});

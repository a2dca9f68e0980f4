/** The registry of pages against the page files, and against the lists that browsers load. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SECURITY_PAGES } from "#lib/protocol/security-notices.ts";
import { MAIN_PAGES } from "./main-pages.ts";
import { ALL_PAGES, settingsGroups } from "./pages.ts";

const ROOT = new URL("../../../", import.meta.url);
const paths = ALL_PAGES.map(({ path }) => path);

/** The path that Next gives a page file: without its route groups. */
function pathOf(file: string): string {
  const parts = file.split("/").slice(1, -1);
  return `/${parts.filter((part) => !part.startsWith("(")).join("/")}`;
}

test("every page file has a row, and every row a page file", () => {
  const files = globSync("app/**/page.tsx", { cwd: ROOT });
  expect(files.map(pathOf).toSorted()).toEqual(paths.toSorted());
});

test("a path with parameters has an example that fits it, and no other path has one", () => {
  for (const { path, example } of ALL_PAGES) {
    if (!path.includes("[")) expect(example, path).toBeUndefined();
    else {
      expect(example?.split("/").length, path).toBe(path.split("/").length);
      expect(example?.startsWith(path.slice(0, path.indexOf("["))), path).toBe(true);
    }
  }
});

test("no two pictures have one name", () => {
  const names = ALL_PAGES.flatMap(({ pictures = [] }) => pictures.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test("the settings pages are listed once each, with their title, and none is a main page", () => {
  const listed: string[] = settingsGroups().flatMap(({ pages }) => pages.map(([path]) => path));
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.toSorted()).toEqual(
    ALL_PAGES.flatMap(({ path, group }) => (group === undefined ? [] : [path])).toSorted(),
  );
  expect(listed.filter((path) => MAIN_PAGES.some(({ href }) => href === path))).toEqual([]);
});

test("a main page is the current one below its own address, and below that of no other", () => {
  for (const { name, href } of MAIN_PAGES) {
    const at = href === "/" ? "/trade/BTCUSDC" : href;
    expect(
      MAIN_PAGES.filter(({ below }) => below.test(at)).map((page) => page.name),
      href,
    ).toEqual([name]);
  }
});

test("a security notice leads to a page", () => {
  expect(paths).toEqual(expect.arrayContaining(Object.values(SECURITY_PAGES)));
});

test("only the server imports more than types of it", () => {
  const files = globSync("components/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/\.(?:test|testing)\.tsx?$/.test(file),
  );
  const imports = /^import (?!type )[^;]*"(?:#components\/frame\/pages|\.)\/pages\.ts";/m;
  const importing = files.filter((file) => imports.test(readFileSync(new URL(file, ROOT), "utf8")));
  expect(importing).toEqual(["components/messages/page-title.ts"]);
});

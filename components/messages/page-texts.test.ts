/** Each page gives its components the texts that they read: those of every page come by themselves, others by `RequestTexts`. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { somePages } from "./en.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const SOME = new Set(Object.keys(somePages));

type Source = { imports: string[]; reads: string[]; gives: string[] };

const sources = new Map<string, Source>();

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, "utf8").replaceAll(/import type [^;]+;/g, "");
  const source: Source = {
    imports: all(text, /(?:from|import)\s*\(?\s*"([^"]+)"/g).flatMap((path) => {
      const imported = path.startsWith("#")
        ? join(root, path.slice(1))
        : resolve(dirname(file), path);
      return /\.tsx?$/.test(path) && existsSync(imported) ? [imported] : [];
    }),
    reads: all(text, /useText\(\s*"(\w+)"/g).filter((feature) => SOME.has(feature)),
    gives: /<RequestTexts|loadPageMessages\(/.test(text)
      ? all(text, /"(\w+)"/g).filter((feature) => SOME.has(feature))
      : [],
  };
  sources.set(file, source);
  return source;
}

/** The files of the project that a file imports, however deep, and the file. */
function below(file: string): Set<string> {
  const seen = new Set([file]);
  for (const next of seen) for (const imported of sourceOf(next).imports) seen.add(imported);
  return seen;
}

/** The layouts around a page, and the page. */
function around(page: string): string[] {
  const parts = dirname(page).split("/");
  const layouts = parts.map((_, index) => join(root, ...parts.slice(0, index + 1), "layout.tsx"));
  return [...layouts.filter((layout) => existsSync(layout)), join(root, page)];
}

const PAGES = globSync("app/**/{page,layout}.tsx", { cwd: root }).filter(
  (page) => !page.startsWith("app/docs/"),
);

test.each(PAGES)("%s", (page) => {
  const files = [...below(join(root, page))];
  const given = new Set([...around(page), ...files].flatMap((file) => sourceOf(file).gives));
  const missing = files.flatMap((file) =>
    sourceOf(file)
      .reads.filter((feature) => !given.has(feature))
      .map((feature) => `${feature} in ${file.slice(root.length)}`),
  );
  expect(missing).toEqual([]);
});

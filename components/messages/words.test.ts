/** The words of `docs/words.md`: what its columns *not* refuse is in no message of any language. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, test } from "vitest";
import { arabic, english, german, textsOf } from "./catalogues.testing.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const words = readFileSync(join(root, "docs/words.md"), "utf8");

/** The phrases in backticks of each column that is headed *not*. */
function refusedPhrases(markdown: string): string[] {
  const phrases: string[] = [];
  let column = -1;
  for (const line of markdown.split("\n")) {
    const cells = line.startsWith("|") ? line.split("|").slice(1, -1) : [];
    const heading = cells.findIndex((cell) => cell.trim() === "not");
    if (cells.length === 0) column = -1;
    else if (heading >= 0) column = heading;
    else phrases.push(...quoted(cells[column] ?? ""));
  }
  return phrases;
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = ""]) => phrase);
}

/** Whole words, in any case; German and Arabic letters count as letters. */
function wholeWords(phrases: readonly string[]): RegExp {
  const escaped = phrases.map((phrase) =>
    phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join("|")})(?![\p{L}\p{N}])`, "iu");
}

const refused = refusedPhrases(words);
/** One pattern of all: thousands of texts are compared with each. */
const anyRefused = wholeWords(refused);

test("the document is read: a word of each kind of table, and none of another column", () => {
  expect(refused).toContain("Marktorder");
  expect(refused).toContain("whoever");
  expect(refused.length).toBeGreaterThan(15);
  expect(refusedPhrases("| a | not |\n|---|---|\n| `x` | `y`, z |\n\n| `w` | v |")).toEqual(["y"]);
});

it.each([
  ["Whoever signs", "whoever", true],
  ["die Börsenzeit", "Börse", false],
  ["an der Börse.", "Börse", true],
  ["it {told}", "told", true],
])("%s: %s is found: %s", (text, phrase, found) => {
  expect(wholeWords([phrase]).test(text)).toBe(found);
});

it.each([
  ["English", english],
  ["German", german],
  ["Arabic", arabic],
])("no message in %s has a refused phrase", (_language, catalogue) => {
  const found = Object.entries(catalogue).flatMap(([area, messages]) =>
    Object.entries(messages).flatMap(([key, message]) =>
      textsOf(message).flatMap((text) => {
        const phrase = anyRefused.exec(text)?.[0];
        return phrase === undefined ? [] : [`${area}.${key}: "${phrase}" in "${text}"`];
      }),
    ),
  );
  expect(found).toEqual([]);
});

it.each(["en", "de", "ar"])(
  "no text of a mail, push or card in %s has a refused phrase",
  (locale) => {
    const files = globSync(`lib/**/{,*-}${locale}.ts`, { cwd: root });
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap((file) => {
      const phrase = anyRefused.exec(readFileSync(join(root, file), "utf8"))?.[0];
      return phrase === undefined ? [] : [`${file}: "${phrase}"`];
    });
    expect(found).toEqual([]);
  },
);

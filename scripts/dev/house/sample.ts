/** Sentences drawn by chance from screens, documents and comments: a person reads them aloud. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readComments } from "./comments.ts";

const SENTENCES = 20;

export type Drawn = { where: string; text: string };

/** Markdown with 20 sentences of each kind. The same seed draws the same ones from the same tree. */
export function sampleDocument(root: string, seed: number): string {
  const kinds: [string, Drawn[]][] = [
    ["Screens", screenTexts(root)],
    ["Documents", documentSentences(root)],
    [
      "Comments",
      readComments(root).map(({ path, line, text }) => ({ where: `${path}:${line}`, text })),
    ],
  ];
  const parts = kinds.map(([title, all]) => {
    const lines = draw(all, SENTENCES, seed).map(({ where, text }) => `- ${text} (${where})`);
    return `## ${title}, ${SENTENCES} of ${all.length}\n\n${lines.join("\n")}`;
  });
  return `Seed ${seed}\n\n${parts.join("\n\n")}`;
}

/** `count` different items, by a linear congruential generator. */
export function draw<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  let state = seed >>> 0;
  while (drawn.length < count && left.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    drawn.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return drawn;
}

/** English texts of two words or more, with their file and line. */
function screenTexts(root: string): Drawn[] {
  const files = globSync("{components,lib}/**/{en.ts,en/*.ts}", { cwd: root }).toSorted();
  return files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        [...line.matchAll(/"([^"]+ [^"]+)"/g)].map(([, text = ""]) => ({
          where: `${file}:${index + 1}`,
          text,
        })),
      )
      .filter(({ text }) => !text.startsWith("#")),
  );
}

/** Sentences of the documents' running text: no tables, code or headings. */
function documentSentences(root: string): Drawn[] {
  const files = globSync("{*.md,docs/**/*.md}", { cwd: root }).toSorted();
  return files.flatMap((file) => {
    const prose = readFileSync(join(root, file), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
    return prose
      .split(/\n\s*\n/)
      .filter((block) => !/^\s*(?:[#|<>]|!\[)/.test(block))
      .flatMap((block) => block.replaceAll(/\s+/g, " ").split(/(?<=[.?!]) (?=[A-Z`*])/))
      .filter((text) => text.split(" ").length >= 4)
      .map((text) => ({ where: file, text: text.replace(/^[-*\d.]+ /, "") }));
  });
}

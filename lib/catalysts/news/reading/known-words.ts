/** Ordinary words of headlines. A capitalised word that is not among them is taken for a name. */
import commonWords from "./common-words.json" with { type: "json" };
import { HEADLINES, TEMPLATES } from "./corpus/templates.ts";
import { PLACES } from "./type-rules/places.ts";
import { TYPE_RULES } from "./type-rules.ts";

export const KNOWN_WORDS: ReadonlySet<string> = new Set(
  [
    ...Object.values(TEMPLATES),
    ...Object.values(HEADLINES),
    TYPE_RULES.map(({ pattern }) => wordsOf(pattern)),
    commonWords,
    PLACES,
  ]
    .flat()
    .flatMap(
      (text) =>
        text
          .replace(/\{\w+\}/g, " ")
          .toLowerCase()
          .match(/[\p{L}\p{M}]+/gu) ?? [],
    ),
);

/** Every form: `hacks?` is both "hack" and "hacks". */
function wordsOf({ source }: RegExp): string {
  return `${source.replace(/\\[a-z]/giu, " ")} ${source.replace(/\p{L}\?/gu, "")}`;
}

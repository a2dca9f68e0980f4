/** Ordinary words of headlines. A capitalised word that is not among them is taken for a name. */
import { HEADLINES, TEMPLATES } from "./templates.ts";

const MORE =
  "breaking massive major popular following another two three four five ten hundreds thousands millions several many most some users customers " +
  "traders investors officials lawmakers police researchers experts sources insiders friday monday tuesday wednesday thursday saturday sunday " +
  "january february march april may june july august september october november december today tomorrow yesterday president minister " +
  "germany india brazil turkey korea china japan russia ukraine america europe asia africa london york washington tokyo dubai switzerland france italy spain britain " +
  "hong kong singapore canada australia mexico argentina nigeria vietnam thailand";

export const KNOWN_WORDS: ReadonlySet<string> = new Set(
  [...Object.values(TEMPLATES), ...Object.values(HEADLINES), MORE.split(" ")].flat().flatMap(
    (text) =>
      text
        .replace(/\{\w+\}/g, " ")
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu) ?? [],
  ),
);

/**
 * Replaces the names in a text with their kind: `@exchange hacked for #amount`. Rules and weights
 * read this form, so they work equally well for new names.
 */
import type { TextPart } from "./entities.ts";

export function canonicalWords(parts: readonly TextPart[]): string[] {
  const words: string[] = [];
  for (const { token, entity } of parts) {
    const word = entity === undefined ? plainWord(token.lower) : `@${entity.kind}`;
    // A list of names counts as one name.
    if (word.startsWith("@") && words.at(-1) === word) continue;
    words.push(word);
  }
  return words;
}

function plainWord(word: string): string {
  if (/^[$€£]\p{N}|^\p{N}.*(?:bn|mn|mio|mrd|[kmb])$/u.test(word)) return "#amount";
  if (/^\p{N}/u.test(word)) return "#number";
  return word;
}

/**
 * A text with its names replaced by what they are: `@exchange hacked for #amount`. Rules and weights read this form, so that they
 * know as much of an exchange that opened yesterday as of an old one.
 */
import type { Part } from "./entities.ts";

export function canonicalWords(parts: readonly Part[]): string[] {
  const words: string[] = [];
  for (const { token, entity } of parts) {
    const word = entity === undefined ? plainWord(token.lower) : `@${entity.kind}`;
    // A list of names reads as one.
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

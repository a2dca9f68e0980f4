/** Splits a text into words, in any script. */

export type WordToken = {
  text: string;
  lower: string;
  /** Index of the first character. */
  start: number;
};

/** A number with its currency sign and unit; a ticker with `$`; a word. */
const TOKEN =
  /[$€£]?\p{N}+(?:[.,]\p{N}+)*(?:(?:bn|mn|mio|mrd|[kmb])\b)?|\$?[\p{L}\p{M}][\p{L}\p{M}\p{N}]*/giu;

export function tokenize(text: string): WordToken[] {
  const tokens: WordToken[] = [];
  for (const match of text.replace(/\bU\.S\.(?:A\.)?/g, "US  ").matchAll(TOKEN)) {
    const [word] = match;
    tokens.push({ text: word, lower: word.toLowerCase(), start: match.index });
  }
  return tokens.filter(({ lower }) => lower !== "s");
}

/** Finds names of one or more words at a position; the longest match counts. */
export class Phrases<Value> {
  readonly #byFirst = new Map<string, { words: string[]; value: Value }[]>();

  /** Another value for the same words is a second meaning of them. */
  add(phrase: string, value: Value): void {
    const words = tokenize(phrase).map(({ lower }) => lower);
    const [first = ""] = words;
    const known = this.#byFirst.get(first) ?? [];
    known.push({ words, value });
    known.sort((one, other) => other.words.length - one.words.length);
    this.#byFirst.set(first, known);
  }

  at(tokens: readonly WordToken[], index: number): { length: number; values: Value[] } | undefined {
    const known = this.#byFirst.get(tokens[index]?.lower ?? "");
    const fits = (words: readonly string[]) =>
      words.every((word, offset) => tokens[index + offset]?.lower === word);
    const found = known?.find(({ words }) => fits(words));
    if (known === undefined || found === undefined) return undefined;
    const { length } = found.words;
    const same = known.filter(({ words }) => words.length === length && fits(words));
    return { length, values: same.map(({ value }) => value) };
  }
}

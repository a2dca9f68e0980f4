/** Words of a text, in any script. */

export type Token = {
  text: string;
  lower: string;
  /** Place of the first character. */
  start: number;
};

/** A number with its sign of money and its unit; a ticker with `$`; a word. */
const TOKEN =
  /[$€£]?\p{N}+(?:[.,]\p{N}+)*(?:(?:bn|mn|mio|mrd|[kmb])\b)?|\$?[\p{L}\p{M}][\p{L}\p{M}\p{N}]*/giu;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.replace(/\bU\.S\.(?:A\.)?/g, "US  ").matchAll(TOKEN)) {
    const [word] = match;
    tokens.push({ text: word, lower: word.toLowerCase(), start: match.index });
  }
  return tokens.filter(({ lower }) => lower !== "s");
}

/** Names of one or more words, found from a place on: the longest that fits. */
export class Phrases<Value> {
  readonly #byFirst = new Map<string, { words: string[]; value: Value }[]>();

  /** A later one with the same words is a second meaning of them. */
  add(phrase: string, value: Value): void {
    const words = tokensOf(phrase).map(({ lower }) => lower);
    const [first = ""] = words;
    const known = this.#byFirst.get(first) ?? [];
    known.push({ words, value });
    known.sort((one, other) => other.words.length - one.words.length);
    this.#byFirst.set(first, known);
  }

  at(tokens: readonly Token[], place: number): { length: number; values: Value[] } | undefined {
    const known = this.#byFirst.get(tokens[place]?.lower ?? "");
    const fits = (words: readonly string[]) =>
      words.every((word, index) => tokens[place + index]?.lower === word);
    const found = known?.find(({ words }) => fits(words));
    if (known === undefined || found === undefined) return undefined;
    const { length } = found.words;
    const same = known.filter(({ words }) => words.length === length && fits(words));
    return { length, values: same.map(({ value }) => value) };
  }
}

/**
 * `npm run catalysts:train` writes the weights of the n-gram model and the table of word
 * frequencies from the corpus of headlines.
 * The same corpus gives the same files.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { canonicalWords } from "#lib/catalysts/news/reading/canonical-words.ts";
import { corpus } from "#lib/catalysts/news/reading/corpus/headlines.ts";
import { splitParts } from "#lib/catalysts/news/reading/entities.ts";
import { storyWords } from "#lib/catalysts/news/reading/story-words.ts";
import { inverseFrequencies, train } from "#lib/catalysts/news/reading/training.ts";

const FOLDER = new URL("../../../lib/catalysts/news/reading/", import.meta.url);

function write(name: string, value: unknown): void {
  writeFileSync(fileURLToPath(new URL(name, FOLDER)), `${JSON.stringify(value)}\n`);
}

const headlines = corpus();
const samples = headlines.map(({ label, text }) => ({
  label,
  words: canonicalWords(splitParts(text)),
}));
write("ngram-weights.json", train(samples));
write(
  "idf-table.json",
  inverseFrequencies(headlines.map(({ text }) => storyWords(splitParts(text)))),
);

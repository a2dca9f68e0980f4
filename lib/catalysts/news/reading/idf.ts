/** How much a word tells of a story: its inverse document frequency in the project's corpus, a fixed table. */
import table from "./idf-table.json" with { type: "json" };

/** By stem. A word that the corpus does not have is as rare as its rarest. */
export const IDF: ReadonlyMap<string, number> = new Map(Object.entries(table.words));
export const RAREST = table.rarest;

export function idfOf(stem: string): number {
  return IDF.get(stem) ?? RAREST;
}

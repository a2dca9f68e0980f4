/**
 * How specific a word is: its inverse document frequency in the project's corpus, as a fixed table.
 */
import table from "./idf-table.json" with { type: "json" };

/** By stem. A word that is not in the corpus counts as rare as its rarest word. */
export const IDF: ReadonlyMap<string, number> = new Map(Object.entries(table.words));
export const RAREST = table.rarest;

export function findIdf(stem: string): number {
  return IDF.get(stem) ?? RAREST;
}

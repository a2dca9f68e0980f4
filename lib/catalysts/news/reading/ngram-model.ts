/**
 * Logistic regression over words and word pairs, for headlines that no rule matches. It is trained
 * on the project's own corpus by `npm run catalysts:train`. Features that occur only once are left
 * out.
 */
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import weights from "./ngram-weights.json" with { type: "json" };

export const LABELS = [
  "listing",
  "regulatory",
  "hack",
  "macro",
  "partnership",
  "unlock",
  "none",
] as const;

export type NgramModel = {
  bias: readonly number[];
  /** The weights of each feature, one per label. */
  features: Readonly<Record<string, readonly number[]>>;
};

export const MODEL: NgramModel = weights;

const NAMES_ONLY = /^(?:(?:[@#]\S+|\^|\$)(?: |$))+$/u;

/**
 * Words and pairs of adjacent words, without duplicates. Features of names and numbers alone are
 * left out, because who is named says nothing about what happened.
 * @param words canonical words
 */
export function computeNgrams(words: readonly string[]): string[] {
  const marked = ["^", ...words, "$"];
  const pairs = marked.slice(1).map((word, index) => `${marked[index]} ${word}`);
  return [...new Set([...words, ...pairs])].filter((feature) => !NAMES_ONLY.test(feature));
}

/** Probabilities of all labels, which add up to 1. */
export function computeProbabilities(
  words: readonly string[],
  { bias, features }: NgramModel = MODEL,
): Record<CatalystType | "none", number> {
  const scores = [...bias];
  for (const feature of computeNgrams(words)) {
    const known = Object.hasOwn(features, feature) ? features[feature] : undefined;
    known?.forEach((weight, label) => {
      scores[label] = (scores[label] ?? 0) + weight;
    });
  }
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((one, other) => one + other, 0);
  const shares = LABELS.map((label, index) => [label, (powers[index] ?? 0) / sum] as const);
  return Object.fromEntries(shares) as Record<CatalystType | "none", number>;
}

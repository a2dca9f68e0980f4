/**
 * Logistic regression over words and pairs of words, for headlines that no rule fits. Trained on the project's own corpus by
 * `npm run catalysts:train`; features that were seen once are left out.
 */
import type { CatalystType } from "#lib/protocol/enumerations.ts";
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

export type Model = {
  bias: readonly number[];
  /** By feature, a weight for each label. */
  features: Readonly<Record<string, readonly number[]>>;
};

export const MODEL: Model = weights;

const NAMES_ONLY = /^(?:(?:[@#]\S+|\^|\$)(?: |$))+$/u;

/** Words and pairs of neighbours, each once, but for those of names and numbers alone: who is named says nothing of what happened. @param words canonical words */
export function ngramsOf(words: readonly string[]): string[] {
  const marked = ["^", ...words, "$"];
  const pairs = marked.slice(1).map((word, index) => `${marked[index]} ${word}`);
  return [...new Set([...words, ...pairs])].filter((feature) => !NAMES_ONLY.test(feature));
}

/** Probabilities of all labels; they add up to 1. */
export function probabilitiesOf(
  words: readonly string[],
  { bias, features }: Model = MODEL,
): Record<CatalystType | "none", number> {
  const scores = [...bias];
  for (const feature of ngramsOf(words)) {
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

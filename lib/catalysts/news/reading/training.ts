/**
 * Trains the n-gram model and the table of word frequencies. The result depends only on the
 * samples.
 */
import type { HeadlineLabel } from "./corpus/templates.ts";
import { computeNgrams, computeProbabilities, LABELS, type NgramModel } from "./ngram-model.ts";

const MIN_SEEN = 2;
const ROUNDS = 120;
const RATE = 0.5;
const SHRINK = 0.0005;

export type Sample = { label: HeadlineLabel; words: readonly string[] };

/** Full-batch gradient descent with L2 regularisation; weights have three decimals. */
export function train(samples: readonly Sample[]): NgramModel {
  const vocabulary = vocabularyOf(samples);
  const features: Record<string, number[]> = {};
  for (const feature of vocabulary) features[feature] = LABELS.map(() => 0);
  const bias = LABELS.map(() => 0);
  const known = samples.map(({ label, words }) => ({
    label,
    words,
    features: computeNgrams(words).filter((feature) => vocabulary.has(feature)),
  }));
  const frequency = LABELS.map((label) => samples.filter((one) => one.label === label).length);
  const scale = (label: HeadlineLabel) =>
    1 / (LABELS.length * (frequency[LABELS.indexOf(label)] ?? 1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const errors = known.map(({ label, words }) => {
      const shares = computeProbabilities(words, { bias, features });
      return LABELS.map((one) => scale(label) * ((one === label ? 1 : 0) - shares[one]));
    });
    known.forEach(({ features: own }, sample) => {
      const error = errors[sample] ?? [];
      for (const feature of own) add(features[feature], error);
      add(bias, error);
    });
    for (const weights of Object.values(features)) shrink(weights);
  }
  return { bias: bias.map(rounded), features: roundedAll(features) };
}

function add(weights: number[] | undefined, error: readonly number[]): void {
  error.forEach((value, label) => {
    if (weights !== undefined)
      weights[label] = (weights[label] ?? 0) + RATE * LABELS.length * value;
  });
}

function shrink(weights: number[]): void {
  weights.forEach((weight, label) => {
    weights[label] = weight * (1 - SHRINK);
  });
}

function vocabularyOf(samples: readonly Sample[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const { words } of samples) {
    for (const feature of computeNgrams(words)) seen.set(feature, (seen.get(feature) ?? 0) + 1);
  }
  const retained = [...seen].filter(([, count]) => count >= MIN_SEEN).map(([feature]) => feature);
  return new Set(retained.toSorted());
}

function roundedAll(features: Readonly<Record<string, readonly number[]>>) {
  const retained = Object.entries(features).map(([name, weights]) => [name, weights.map(rounded)]);
  return Object.fromEntries(retained) as Record<string, number[]>;
}

function rounded(weight: number): number {
  // Turns -0 into 0, because JSON has no -0.
  return Math.round(weight * 1_000) / 1_000 + 0;
}

/**
 * ln(n / (1 + number of texts with the word)), by word. `rarest` is the value of a word that is in
 * one text.
 */
export function inverseFrequencies(texts: readonly (readonly string[])[]): {
  rarest: number;
  words: Record<string, number>;
} {
  const seen = new Map<string, number>();
  for (const words of texts) {
    for (const word of new Set(words)) seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  const valueOf = (count: number) => rounded(Math.log(texts.length / (1 + count)));
  const words = [...seen].map(([word, count]) => [word, valueOf(count)] as const);
  const sorted = words.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { rarest: valueOf(1), words: Object.fromEntries(sorted) };
}

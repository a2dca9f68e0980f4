/**
 * Combines the results of the rules and of a language model. Each has half of the weight, so the
 * model alone cannot make an event. Pure.
 */
import {
  type Classification,
  scoreTypes,
  TYPE_THRESHOLD,
  typedText,
} from "#lib/catalysts/news/reading/read-news.ts";
import { classifySentiment, type Sentiment } from "#lib/catalysts/news/reading/sentiment.ts";
import type { NewsAsset } from "#lib/catalysts/schema/news.ts";
import type { ModelAnswer, ModelQuestion } from "./classifier.ts";

const SIGN = { negative: -1, neutral: 0, positive: 1 };

type Text = Pick<ModelQuestion, "headline" | "summary">;

export function weighed(
  { headline, summary }: Text,
  reading: Classification,
  answer: ModelAnswer,
): Classification {
  const text = typedText(headline, summary);
  const [likeliest] = scoreTypes(text)
    .map(([type, score]) => ({
      type,
      score: half(score, answer.type === type ? answer.type_confidence : 0),
    }))
    .toSorted((one, other) => other.score - one.score);
  const { score: typeScore = 0 } = likeliest ?? {};
  const type = likeliest !== undefined && typeScore >= TYPE_THRESHOLD ? likeliest.type : null;
  const { role } = reading;
  const { words, plain } = text;
  const byRules = classifySentiment({ type, role, canonical: words.join(" "), plain, headline });
  return {
    ...reading,
    type,
    typeScore,
    sentiment: type === null ? byRules : sentimentBoth(byRules, answer),
    assets: assetsBoth(reading.assets, answer),
  };
}

/** When they contradict each other, little confidence remains, whichever is right. */
function sentimentBoth(rules: Sentiment, model: ModelAnswer): Sentiment {
  const [one, other] = [rules.confidence, model.direction_confidence];
  if (rules.direction === model.direction) {
    return { direction: rules.direction, confidence: half(one, other) };
  }
  const sum = half(SIGN[rules.direction] * one, SIGN[model.direction] * other);
  if (sum === 0) return { direction: "neutral", confidence: half(one, other) };
  return { direction: sum > 0 ? "positive" : "negative", confidence: Math.abs(sum) };
}

function assetsBoth(assets: readonly NewsAsset[], { assets: named }: ModelAnswer): NewsAsset[] {
  return assets
    .map(({ asset, weight }) => ({ asset, weight: half(weight, named.includes(asset) ? 1 : 0) }))
    .toSorted((one, other) => other.weight - one.weight || (one.asset < other.asset ? -1 : 1));
}

function half(rules: number, model: number): number {
  return Math.round(500 * (rules + model)) / 1_000;
}

/** A second opinion on a news item about which the rules are unsure. */
import { z } from "zod";
import { CATALYST_TYPES, SENTIMENT_DIRECTIONS } from "#lib/protocol/market-knowledge.ts";

/** Text by third parties. It goes to the model as data, never as an instruction. */
export type ModelQuestion = {
  headline: string;
  summary: string;
  /** The assets from which the answer may choose. */
  assets: readonly string[];
};

const share = z.number().min(0).max(1);

const answer = z.strictObject({
  type: z.enum([...CATALYST_TYPES, "none"]),
  type_confidence: share,
  direction: z.enum(SENTIMENT_DIRECTIONS),
  direction_confidence: share,
  assets: z.array(z.string()).max(50),
});

export type ModelAnswer = z.output<typeof answer>;

export type Classifier = {
  /** Stored with each answer: which model answered, and how it was prompted. */
  readonly identity: Readonly<Record<string, string>>;
  /** @throws UpstreamError, also when the answer does not fit the question */
  classify: (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>;
};

/** @returns undefined for any other form of answer, and for an asset that was not offered */
export function answerTo({ assets }: ModelQuestion, value: unknown): ModelAnswer | undefined {
  const { data } = answer.safeParse(value);
  return data?.assets.every((asset) => assets.includes(asset)) === true ? data : undefined;
}

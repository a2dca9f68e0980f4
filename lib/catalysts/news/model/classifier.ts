/** A second opinion on an item of news that the rules are unsure of. */
import { z } from "zod";
import { CATALYST_TYPES, SENTIMENT_DIRECTIONS } from "#lib/protocol/enumerations.ts";

/** What strangers wrote: it goes to a model as a value, never as an instruction. */
export type Question = {
  headline: string;
  summary: string;
  /** Assets of which it may say that the item is about them. */
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

export type Answer = z.output<typeof answer>;

export type Classifier = {
  /** Stored with each answer: what answered, and how it was asked. */
  readonly identity: Readonly<Record<string, string>>;
  /** @throws UpstreamError, also for an answer that does not fit the question */
  classify: (question: Question, signal: AbortSignal) => Promise<Answer>;
};

/** @returns undefined for anything but the asked values, and for an asset that was not offered */
export function answerTo({ assets }: Question, value: unknown): Answer | undefined {
  const { data } = answer.safeParse(value);
  return data?.assets.every((asset) => assets.includes(asset)) === true ? data : undefined;
}

/** The limits by which two items are the same text or belong to one story. */
import { HOUR_MS } from "#lib/protocol/durations.ts";

export const SAMENESS = {
  /** How many bits of the simhash may differ between texts of one voice. */
  voiceBits: 3,
  /** The cosine from which texts belong to one story. */
  cosine: 0.45,
  /** The longest time between two items of a story. */
  itemMs: 6 * HOUR_MS,
  /**
   * The longest time from the first to the last item of a story, and how long a voice is
   * remembered.
   */
  storyMs: 48 * HOUR_MS,
  /** Amounts that differ by more than this factor contradict each other. */
  amountFactor: 2,
  /**
   * How many of the newest items of a story, and of the newest stories of a name, are compared. One
   * source can fill only a part of them.
   */
  comparedItems: { all: 5, ofSource: 3 },
  comparedStories: { all: 100, ofSource: 25 },
  weights: { actor: 4, asset: 2.5, amount: 3, action: 3, mostOfWord: 1.6 },
} as const;

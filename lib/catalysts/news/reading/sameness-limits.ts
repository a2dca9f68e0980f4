/** When two items are the same text, and when they tell one story. */
const HOUR_MS = 3_600_000;
export const SAMENESS = {
  /** Bits of the simhash in which texts of one voice may differ. */
  voiceBits: 3,
  /** Cosine from which texts tell one story. */
  cosine: 0.45,
  /** Between two items of a story. */
  itemMs: 6 * HOUR_MS,
  /** From the first item of a story to its last, and how long a voice is known. */
  storyMs: 48 * HOUR_MS,
  /** Amounts that differ by more contradict each other. */
  amountFactor: 2,
  /** Of a story, so many of its newest items are compared; of a name, so many of its newest stories. One source has a part of them. */
  comparedItems: { all: 5, ofSource: 3 },
  comparedStories: { all: 100, ofSource: 25 },
  weights: { actor: 4, asset: 2.5, amount: 3, action: 3, mostOfWord: 1.6 },
} as const;

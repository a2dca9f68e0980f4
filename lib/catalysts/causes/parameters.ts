/** The figures by which causes of moves are found, fitted to development seeds of the story. Logits are natural logarithms, times are milliseconds. */

const MINUTE = 60_000;

export const CAUSE_PARAMETERS = {
  version: 4,
  /** A catalyst that was first seen so long before or after the onset can be the cause. */
  window: { beforeMs: 360 * MINUTE, afterMs: 90 * MINUTE },
  time: {
    full: 4,
    /** Full weight from so long before the onset to so long after it. */
    fullBeforeMs: 10 * MINUTE,
    fullAfterMs: 2 * MINUTE,
    decayBeforeMs: 21 * MINUTE,
    decayAfterMs: 14 * MINUTE,
    /** A slow move began before what made it a move: full weight so long before the opening, at this cost. */
    beforeOpeningMs: 10 * MINUTE,
    beforeOpening: 0.3,
  },
  asset: { subject: 0.6, quote: 1.5, related: 0, everyone: 0.3 },
  scope: {
    /** A catalyst of everyone, or of one asset, in a move of the whole market. */
    wideOfWide: 2.2,
    singleOfWide: -1.2,
    leaderOfWide: 1.2,
    /** The same in a move of one market. */
    wideOfSingle: -2.4,
    wideOfLeader: 0,
    singleOfSingle: 1.2,
  },
  /** Markets whose price stands for all. */
  leaders: ["BTC", "ETH"] as readonly string[],
  direction: { same: 0.75, unclear: 0, against: -2.2 },
  authority: { slope: 1.2, middle: 0.5, unconfirmed: -0.5, disputed: -1.5 },
  /** For each doubling of the independent voices, up to so many. */
  voices: { each: 0.15, most: 8 },
  novelty: { first: 0.15, follows: -0.2 },
  /** Candidates of an explanation. */
  shown: 3,
  /** Assets in which prices are given. */
  quotes: ["USDC", "USDT", "USD"],
  /** For each step of the magnitude from the middle one. */
  surprise: { each: 0.2, middle: 3 },
  /** Logit of "none of them". */
  none: 4.75,
  /** Logits are divided by it: below 1, probabilities are further from the middle. */
  temperature: 0.8,
  pendingMs: 2 * MINUTE,
  verdict: { attributed: 0.8, possible: 0.4 },
  /** Changes of the probability below this are not told. */
  toldProbability: 0.02,
  /** A move in the direction of a weak report that was there first, with at least this share of the full time weight, confirms it. */
  confirmingShare: 0.5,
} as const;

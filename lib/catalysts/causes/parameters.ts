/**
 * The parameters of the search for causes, fitted to development seeds of the story. Logits are
 * natural logarithms, times are milliseconds.
 */
import { MINUTE_MS } from "#lib/protocol/durations.ts";

export const CAUSE_PARAMETERS = {
  version: 6,
  /**
   * A catalyst can be the cause when it was first seen within this time before or after the onset.
   */
  window: { beforeMs: 360 * MINUTE_MS, afterMs: 90 * MINUTE_MS },
  time: {
    full: 4,
    /** Full weight from this long before the onset to this long after it. */
    fullBeforeMs: 10 * MINUTE_MS,
    fullAfterMs: 2 * MINUTE_MS,
    decayBeforeMs: 21 * MINUTE_MS,
    decayAfterMs: 14 * MINUTE_MS,
    /**
     * A slow move starts before it is large enough to be detected. A catalyst this long before the
     * opening also has full weight, at this cost.
     */
    beforeOpeningMs: 10 * MINUTE_MS,
    beforeOpening: 0.3,
  },
  asset: { subject: 0.6, quote: 1.5, related: 0, everyone: 0.3 },
  scope: {
    /**
     * In a market-wide move: a catalyst that affects all markets, one about one asset, and one
     * about a leading asset.
     */
    wideOfWide: 2.2,
    singleOfWide: -1.2,
    leaderOfWide: 1.2,
    /** The same in a move of a single market. */
    wideOfSingle: -2.4,
    wideOfLeader: 0,
    singleOfSingle: 1.2,
  },
  /** Assets whose price leads the whole market. */
  leaders: ["BTC", "ETH"] as readonly string[],
  direction: { same: 0.75, unclear: 0, against: -2.2 },
  authority: { slope: 1.2, middle: 0.5, unconfirmed: -0.5, disputed: -1.5 },
  /** Added for each doubling of the independent voices, up to this many. */
  voices: { each: 0.15, most: 8 },
  novelty: { first: 0.15, follows: -0.2 },
  /** How many candidates an explanation has. */
  shown: 3,
  /** Quote assets. */
  quotes: ["USDC", "USDT", "USD"],
  /** Added for each step of the magnitude above the middle one. */
  surprise: { each: 0.2, middle: 2 },
  /** The logit of "none of them". */
  none: 4.75,
  /** Divides the logits: below 1, probabilities are more extreme. */
  temperature: 0.8,
  pendingMs: 2 * MINUTE_MS,
  verdict: { attributed: 0.8, possible: 0.4 },
  /** Smaller changes of the probability make no new explanation. */
  toldProbability: 0.02,
  /**
   * A move confirms an earlier weak report that predicts its direction, when the report has at
   * least this share of the full time weight.
   */
  confirmingShare: 0.5,
} as const;

/**
 * The parameters by which reports become catalysts. New parameters hold from the first pass that
 * has their hash.
 */
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";

export const EVENT_PARAMETERS = {
  version: 4,
  /**
   * How long after it was first seen a catalyst is evaluated and takes reports, in milliseconds.
   */
  trackedMs: {
    hack: 72 * HOUR_MS,
    regulatory: 72 * HOUR_MS,
    listing: 24 * HOUR_MS,
    macro: 24 * HOUR_MS,
    partnership: 24 * HOUR_MS,
    unlock: 24 * HOUR_MS,
  } satisfies Record<CatalystType, number>,
  /**
   * An unlock with a known day is tracked until this long after that day, and at most this long in
   * all.
   */
  unlock: { afterMs: 24 * HOUR_MS, mostMs: 31 * 24 * HOUR_MS },
  /**
   * A report that was published longer than this before the service learned of it opens no
   * catalyst.
   */
  historyMs: 2 * HOUR_MS,
  /**
   * A report of another story may join a catalyst by the names that it shares, within this time.
   */
  joinMs: {
    hack: 6 * HOUR_MS,
    regulatory: 6 * HOUR_MS,
    listing: 6 * HOUR_MS,
    macro: HOUR_MS,
    partnership: 6 * HOUR_MS,
    unlock: 6 * HOUR_MS,
  } satisfies Record<CatalystType, number>,
  /**
   * The most reports of a catalyst, in all and from one source. Further reports stay news.
   * `sources` limits the addresses in an event, because a webhook has 32 KiB of data; the evidence
   * lists the others.
   */
  most: { reports: 200, ofSource: 20, sources: 10 },
  /**
   * To decide whether two catalysts are one matter, this many of the newest reports of each are
   * compared.
   */
  comparedReports: 30,
  /** Two amounts count as equal when the larger is at most this many times the smaller. */
  sameAmount: 2,
  /** An asset of an item counts as its subject from this weight. */
  subjectWeight: 0.5,
  /** A single source with less authority than this does not confirm a catalyst. */
  confirmingAuthority: 0.5,
  magnitude: { authority: 0.3, cap: 0.2, velocity: 0.25, anomaly: 0.25 },
  /**
   * From which sum of the parts a catalyst is of magnitude 2, 3, 4 and 5 among those of its type: the lowest 15 %, the next 30,
   * 30 and 18 %, and the highest 7 % of recorded stories.
   */
  magnitudeFrom: {
    listing: [0.5, 0.68, 0.75, 0.82],
    regulatory: [0.5, 0.66, 0.74, 0.82],
    hack: [0.5, 0.62, 0.73, 0.8],
    macro: [0.52, 0.66, 0.71, 0.8],
    partnership: [0.43, 0.66, 0.75, 0.87],
    unlock: [0.55, 0.69, 0.74, 0.79],
  } satisfies Record<CatalystType, readonly [number, number, number, number]>,
  /** Types of which an amount in a report says how large they are, and what counts as nothing and as the most, in USD. */
  amount: { types: ["hack", "unlock", "regulatory"], least: 100_000, most: 1_000_000_000 },
  velocity: { windowMs: 10 * MINUTE_MS, voices: 4 },
  /** The size of an asset that is missing in the graph, from 0 to 1. */
  unknownCap: 0.3,
  sentiment: {
    /** The half-life of a report's weight, and of the confidence since the last report. */
    halfLifeMs: 24 * HOUR_MS,
    /** Below this, the mean is neutral. */
    neutralBelow: 0.15,
    /** The weight of a further report of the same voice. */
    sameVoice: 0.25,
    unconfirmed: 0.7,
    disputed: 0.5,
  },
  /** A change of the confidence by this much is announced. */
  toldConfidence: 0.1,
  evaluation: { firstEveryMs: 5 * MINUTE_MS, firstCount: 12, everyMs: 30 * MINUTE_MS },
} as const;

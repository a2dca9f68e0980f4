/** The figures by which reports become catalysts. Other figures hold from the pass on that first has their hash. */
import type { CatalystType } from "#lib/protocol/enumerations.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const EVENT_PARAMETERS = {
  version: 3,
  /** Milliseconds since a catalyst was first seen in which it is evaluated and takes reports. */
  trackedMs: {
    hack: 72 * HOUR,
    regulatory: 72 * HOUR,
    listing: 24 * HOUR,
    macro: 24 * HOUR,
    partnership: 24 * HOUR,
    unlock: 24 * HOUR,
  } satisfies Record<CatalystType, number>,
  /** An unlock whose day is named is tracked until so long after that day, and not longer than this in all. */
  unlock: { afterMs: 24 * HOUR, mostMs: 31 * 24 * HOUR },
  /** What was published longer ago than this when the service learned of it opens no catalyst. */
  historyMs: 2 * HOUR,
  /** A report of another story joins a catalyst by what it names within this time. */
  joinMs: {
    hack: 6 * HOUR,
    regulatory: 6 * HOUR,
    listing: 6 * HOUR,
    macro: HOUR,
    partnership: 6 * HOUR,
    unlock: 6 * HOUR,
  } satisfies Record<CatalystType, number>,
  /**
   * A catalyst takes no more reports than these, in all and of a source; further ones stay news. It names so many sources: a webhook has
   * 32 KiB of data, and further ones are among the evidence.
   */
  most: { reports: 200, ofSource: 20, sources: 10 },
  /** Whether two catalysts are one matter is read in so many newest reports of each. */
  comparedReports: 30,
  /** Two amounts are one when they differ by less than this factor. */
  sameAmount: 2,
  /** An asset of an item counts as its subject from this weight on. */
  subjectWeight: 0.5,
  /** A source below this authority alone confirms nothing. */
  confirmingAuthority: 0.5,
  magnitude: { authority: 0.35, cap: 0.25, velocity: 0.25, onchain: 0.15 },
  velocity: { windowMs: 10 * MINUTE, voices: 4 },
  /** Size of an asset that the graph does not have, from 0 to 1. */
  unknownCap: 0.3,
  sentiment: {
    /** A report's weight is halved in this time, and so is the confidence since the last report. */
    halfLifeMs: 24 * HOUR,
    /** A mean below this is neutral. */
    neutralBelow: 0.15,
    /** What a further report of the same voice counts. */
    sameVoice: 0.25,
    unconfirmed: 0.7,
    disputed: 0.5,
  },
  /** A change of the confidence that is told of. */
  toldConfidence: 0.1,
  evaluation: { firstEveryMs: 5 * MINUTE, firstCount: 12, everyMs: 30 * MINUTE },
} as const;

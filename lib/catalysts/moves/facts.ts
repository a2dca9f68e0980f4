/** Market facts other than the price: the remembered minutes, and their sums over a move. */
import type { MinuteFacts } from "./minute.ts";
import type { MoveFacts } from "./move.ts";
import { DETECTOR_CONSTANTS, LONGEST_HORIZON } from "./parameters.ts";

const RECENT_MINUTES = LONGEST_HORIZON + 1;
const { hours: DAY_HOURS, hourMinutes: HOUR_MINUTES } = DETECTOR_CONSTANTS.volume;

type HourVolume = { minutes: number; observed: number; volume: number };

/** Plain JSON, like all state of the detector. */
export type FactHistory = {
  /** One entry per minute since the first known one, oldest first; null: unknown. */
  recent: readonly (MinuteFacts | null)[];
  /** Whole hours of the market's history, oldest first, at most a day. */
  hours: readonly HourVolume[];
  hour: HourVolume;
};

/** The sums from which the facts of an open move are computed. */
export type FactSums = {
  minutes: number;
  volume: number;
  liquidated: number;
  /** Mean volume per minute in the day before the move was found; null: none was observed. */
  usualVolume: number | null;
  openInterestBefore: number | null;
  openInterest: number | null;
  fundingBefore: number | null;
  funding: number | null;
};

const NO_VOLUME: HourVolume = { minutes: 0, observed: 0, volume: 0 };
export const NO_HISTORY: FactHistory = { recent: [], hours: [], hour: NO_VOLUME };

export function remember(history: FactHistory, facts: MinuteFacts | null): FactHistory {
  const recent = facts || history.recent.length > 0 ? withNewest(history.recent, facts) : [];
  const hour = {
    minutes: history.hour.minutes + 1,
    observed: history.hour.observed + (facts ? 1 : 0),
    volume: history.hour.volume + (facts?.volume ?? 0),
  };
  if (hour.minutes < HOUR_MINUTES) return { recent, hours: history.hours, hour };
  return { recent, hours: [...history.hours.slice(-(DAY_HOURS - 1)), hour], hour: NO_VOLUME };
}

function withNewest(
  recent: FactHistory["recent"],
  facts: MinuteFacts | null,
): FactHistory["recent"] {
  const retained = recent.slice(-(RECENT_MINUTES - 1));
  retained.push(facts);
  return retained;
}

/**
 * Starts the sums over the minutes of a move, which began `minutes` minutes before the newest
 * close. The facts of the newest minute are not known yet. The values before the move are those of
 * the last observation before the onset.
 */
export function beginSums(history: FactHistory, minutes: number): FactSums {
  const { recent, hours } = history;
  const observed = hours.reduce((sum, hour) => sum + hour.observed, 0);
  const volume = hours.reduce((sum, hour) => sum + hour.volume, 0);
  const first = Math.max(0, recent.length - (minutes - 1));
  const before = recent.slice(0, first);
  const empty: FactSums = {
    minutes: 0,
    volume: 0,
    liquidated: 0,
    usualVolume: observed > 0 ? volume / observed : null,
    openInterestBefore: lastKnown(before.map((facts) => facts?.openInterest)),
    openInterest: null,
    fundingBefore: lastKnown(before.map((facts) => facts?.fundingRate)),
    funding: null,
  };
  return recent.slice(first).reduce<FactSums>(addFacts, empty);
}

export function addFacts(sums: FactSums, facts: MinuteFacts | null): FactSums {
  if (!facts) return sums;
  return {
    ...sums,
    minutes: sums.minutes + 1,
    volume: sums.volume + facts.volume,
    liquidated: sums.liquidated + facts.liquidated,
    openInterest: facts.openInterest ?? sums.openInterest,
    funding: facts.fundingRate ?? sums.funding,
  };
}

export function describeFacts(sums: FactSums, cascadeShare: number): MoveFacts {
  const { minutes, volume, usualVolume, openInterest, openInterestBefore } = sums;
  const isComparable = minutes > 0 && usualVolume !== null && usualVolume > 0;
  const share = volume > 0 ? sums.liquidated / volume : null;
  return {
    volumeRatio: isComparable ? volume / minutes / usualVolume : null,
    openInterestChange:
      openInterest !== null && openInterestBefore !== null && openInterestBefore > 0
        ? openInterest / openInterestBefore - 1
        : null,
    liquidatedShare: share,
    cascade: share !== null && share >= cascadeShare,
    fundingFlip: (sums.fundingBefore ?? 0) * (sums.funding ?? 0) < 0,
  };
}

function lastKnown(values: readonly (number | null | undefined)[]): number | null {
  return values.findLast((value) => typeof value === "number") ?? null;
}

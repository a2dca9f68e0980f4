/**
 * Points of swaps as a pure function of a user's finalized swaps (docs/api/swaps.md). USD amounts
 * are integers of 1e-9.
 */
import { DAY_MS, WEEK_MS } from "#lib/protocol/durations.ts";

const USD = 1_000_000_000n;
/** 1 point for each 2 USD. */
const USD_PER_POINT = 2n * USD;
export const WEEKLY_POINTS_CAP = 600n;
/** Swaps that lead back to their asset within this time earn nothing. */
export const PROTECTION_WINDOW_MS = 10 * 60_000;

/** Monday, 5 January 1970. */
const FIRST_MONDAY = 4 * DAY_MS;

/** The Monday, 00:00 UTC, at which a moment's ISO week begins. In Unix milliseconds. */
export function startOfWeek(time: number): number {
  return Math.floor((time - FIRST_MONDAY) / WEEK_MS) * WEEK_MS + FIRST_MONDAY;
}

export function weekAfter(week: number): number {
  return week + WEEK_MS;
}

/** A finalized swap of any wallet of the user. */
export type CountedSwap = {
  signature: string;
  /** Symbols. */
  assetIn: string;
  assetOut: string;
  usd: bigint;
  /** Unix milliseconds of its block. */
  time: number;
};

/**
 * How much of a swap counts. `reversed`: the part that a circle of swaps within the window has
 * undone, a swap and its opposite being the smallest circle.
 */
export type SwapShare = { signature: string; week: number; usd: bigint; reversed: bigint };

/** A swap with the part of it that is reversed. */
export type MatchedSwap = CountedSwap & { reversed: bigint };

/** How much of an earlier swap a later one reverses. */
export type PointsReversal = { of: MatchedSwap; usd: bigint };

/**
 * Cancels the circles that a swap closes, the shortest first and of equal ones the oldest, until the
 * rest leads nowhere back: what remains is the net flow between assets. The order of the swaps in a
 * circle does not matter, because somebody who holds every asset may begin anywhere.
 * @param earlier in the order of the chain. Matching increases their `reversed`
 */
function matchReversal(
  earlier: readonly MatchedSwap[],
  swap: CountedSwap,
): { swap: MatchedSwap; reversals: PointsReversal[] } {
  let reversed = 0n;
  const reversals: PointsReversal[] = [];
  for (;;) {
    const path = shortestPath(earlier, swap.assetOut, swap.assetIn);
    const usd = least([swap.usd - reversed, ...path.map(leftOf)]);
    if (path.length === 0 || usd === 0n) return { swap: { ...swap, reversed }, reversals };
    reversed += usd;
    for (const one of path) {
      one.reversed += usd;
      reversals.push({ of: one, usd });
    }
  }
}

/** The fewest swaps that lead from one asset to another, by what is left of them; empty when none do. */
function shortestPath(swaps: readonly MatchedSwap[], from: string, to: string): MatchedSwap[] {
  const paths = new Map<string, MatchedSwap[]>([[from, []]]);
  for (const [asset, path] of paths) {
    for (const one of swaps) {
      if (one.assetIn !== asset || leftOf(one) === 0n || paths.has(one.assetOut)) continue;
      const longer = [...path, one];
      if (one.assetOut === to) return longer;
      paths.set(one.assetOut, longer);
    }
  }
  return [];
}

const leftOf = ({ usd, reversed }: MatchedSwap): bigint => usd - reversed;

function least(amounts: readonly bigint[]): bigint {
  return amounts.reduce((one, other) => (other < one ? other : one));
}

/** The user's swaps that can still be reversed, in the order of the chain. */
export class OpenSwaps {
  #open: MatchedSwap[];

  constructor(open: readonly MatchedSwap[] = []) {
    this.#open = [...open];
  }

  add(swap: CountedSwap): { swap: MatchedSwap; reversals: PointsReversal[] } {
    this.#open = this.#open.filter(({ time }) => swap.time - time <= PROTECTION_WINDOW_MS);
    const matched = matchReversal(this.#open, swap);
    this.#open.push(matched.swap);
    return matched;
  }
}

/** @param swaps in the order of the chain */
export function computeShares(swaps: readonly CountedSwap[]): SwapShare[] {
  const matched: MatchedSwap[] = [];
  const open = new OpenSwaps();
  for (const swap of swaps) matched.push(open.add(swap).swap);
  return matched.map(({ signature, usd, reversed, time }) => ({
    signature,
    week: startOfWeek(time),
    usd,
    reversed,
  }));
}

/** A week's swapped and reversed USD, and its points, at most 600. */
export type WeekPoints = { week: number; usd: bigint; reversed: bigint; points: bigint };

/** One entry for each week with swaps, oldest first. */
export function pointsByWeek(shares: readonly SwapShare[]): WeekPoints[] {
  const weeks = new Map<number, { usd: bigint; reversed: bigint }>();
  for (const { week, usd, reversed } of shares) {
    const sum = weeks.get(week) ?? { usd: 0n, reversed: 0n };
    weeks.set(week, { usd: sum.usd + usd, reversed: sum.reversed + reversed });
  }
  return [...weeks]
    .toSorted(([one], [other]) => one - other)
    .map(([week, { usd, reversed }]) => ({
      week,
      usd,
      reversed,
      points: computePoints(usd - reversed),
    }));
}

/** Rounded down over the whole week, so that small swaps count together. */
export function computePoints(usd: bigint): bigint {
  const points = usd / USD_PER_POINT;
  return points < WEEKLY_POINTS_CAP ? points : WEEKLY_POINTS_CAP;
}

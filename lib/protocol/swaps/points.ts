/** Points of swaps (spec 3, Points) as a pure function of a user's finalized swaps. USD amounts are integers of 1e-9. */

const USD = 1_000_000_000n;
/** 1 point for each 2 USD. */
const USD_PER_POINT = 2n * USD;
export const MOST_POINTS_A_WEEK = 600n;
/** A swap back within this time undoes the points of both. */
export const PROTECTION_WINDOW_MS = 10 * 60_000;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Monday, 5 January 1970. */
const FIRST_MONDAY = 4 * DAY_MS;

/** When the ISO week of a moment begins: Monday, 00:00 UTC. All in Unix milliseconds. */
export function weekOf(time: number): number {
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

/** What of a swap counts: `reversed` was swapped back within the window, or swaps back. */
export type SwapShare = { signature: string; week: number; usd: bigint; reversed: bigint };

/** A swap with what of it is reversed so far. */
export type MatchedSwap = CountedSwap & { reversed: bigint };

/** What a swap takes back of an earlier one. */
export type Reversal = { of: MatchedSwap; usd: bigint };

/**
 * Matches a swap with earlier ones of the opposite pair, first in, first out. The matched USD of both earn nothing.
 * @param earlier in the order of the chain; `reversed` of those that it matches grows
 */
function matchReversal(
  earlier: readonly MatchedSwap[],
  swap: CountedSwap,
): { swap: MatchedSwap; reversals: Reversal[] } {
  let reversed = 0n;
  const reversals: Reversal[] = [];
  for (const one of earlier) {
    if (!isReversal(one, swap)) continue;
    const left = one.usd - one.reversed;
    const wanted = swap.usd - reversed;
    const usd = left < wanted ? left : wanted;
    if (usd === 0n) continue;
    one.reversed += usd;
    reversed += usd;
    reversals.push({ of: one, usd });
  }
  return { swap: { ...swap, reversed }, reversals };
}

/** Swaps of a user in the order of the chain, of which those of the window can still be reversed. */
export class OpenSwaps {
  #open: MatchedSwap[];

  constructor(open: readonly MatchedSwap[] = []) {
    this.#open = [...open];
  }

  add(swap: CountedSwap): { swap: MatchedSwap; reversals: Reversal[] } {
    this.#open = this.#open.filter(({ time }) => swap.time - time <= PROTECTION_WINDOW_MS);
    const matched = matchReversal(this.#open, swap);
    this.#open.push(matched.swap);
    return matched;
  }
}

/** @param swaps in the order of the chain */
export function sharesOf(swaps: readonly CountedSwap[]): SwapShare[] {
  const matched: MatchedSwap[] = [];
  const open = new OpenSwaps();
  for (const swap of swaps) matched.push(open.add(swap).swap);
  return matched.map(({ signature, usd, reversed, time }) => ({
    signature,
    week: weekOf(time),
    usd,
    reversed,
  }));
}

function isReversal(earlier: CountedSwap, later: CountedSwap): boolean {
  return (
    earlier.assetIn === later.assetOut &&
    earlier.assetOut === later.assetIn &&
    later.time - earlier.time <= PROTECTION_WINDOW_MS
  );
}

/** `counted` USD of a week give `points`, at most 600. */
export type WeekPoints = { week: number; usd: bigint; reversed: bigint; points: bigint };

/** One entry a week that has swaps, oldest first. */
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
      points: pointsOf(usd - reversed),
    }));
}

/** Rounded down over the whole week, so that small swaps count together. */
export function pointsOf(usd: bigint): bigint {
  const points = usd / USD_PER_POINT;
  return points < MOST_POINTS_A_WEEK ? points : MOST_POINTS_A_WEEK;
}

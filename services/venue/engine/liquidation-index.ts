/**
 * Which accounts may have fallen below their maintenance margin, without looking at all of them on each mark.
 *
 * What an account is worth above maintenance (its cushion) is linear in one number a market and side, its stress:
 * for longs `mark × (1 - mm) - funding index`, for shorts `mark × (1 + mm) - funding index`. The cushion is shared out
 * over the account's positions; as long as no market's stress has moved by more than its share, the cushion cannot be
 * used up. So each position waits in a heap of its market for the stress at which its share is gone. For an account with one
 * position that is the liquidation price itself; with several it is earlier, and the account is shared out anew.
 */
import { accountMargin, holdingMargin } from "./account-margin.ts";
import type { Account, Holding, MarketState } from "./market-state.ts";

const RATIO_SCALE = 1_000_000n;
/** Stress counts 1e-24 USDC a lot: money (1e-9) × ratio (1e-6) × funding index per money (1e-9). */
const INDEX_PER_MONEY = 1_000_000_000n;
const STRESS_PER_MONEY = RATIO_SCALE * INDEX_PER_MONEY;
/** Margin and funding round by at most one unit each; a share that is smaller by more triggers a little early. */
const ROUNDING = 4n;
const FIRST_CLEANING = 1_024;

type Entry = { holding: Holding; version: number; threshold: bigint };

export class LiquidationIndex {
  readonly #longs = new Map<MarketState, ThresholdHeap>();
  readonly #shorts = new Map<MarketState, ThresholdHeap>();

  /** Files the account's positions by the stress that may endanger it. False when it is in danger already. */
  file(account: Account): boolean {
    const margin = accountMargin(account);
    const cushion = margin.accountValue - margin.maintenanceMargin;
    for (const holding of account.holdings.values()) holding.indexVersion += 1;
    if (margin.maintenanceMargin === 0n) return true;
    if (cushion < 0n) return false;
    for (const holding of account.holdings.values()) {
      if (holding.size === 0) continue;
      const share = (cushion * holdingMargin(holding).maintenance) / margin.maintenanceMargin;
      this.#push(holding, share - ROUNDING);
    }
    return true;
  }

  /** Takes out the accounts of positions whose stress has passed their threshold. */
  *endangered(market: MarketState): Generator<Account, void, undefined> {
    for (const [heaps, isLong] of [
      [this.#longs, true],
      [this.#shorts, false],
    ] as const) {
      const heap = heaps.get(market);
      if (heap === undefined) continue;
      const now = stress(market, isLong);
      for (;;) {
        const entry = heap.takeBeyond(isLong ? now : -now);
        if (entry === undefined) break;
        if (entry.version === entry.holding.indexVersion) yield entry.holding.account;
      }
    }
  }

  #push(holding: Holding, share: bigint): void {
    const isLong = holding.size > 0;
    const heaps = isLong ? this.#longs : this.#shorts;
    let heap = heaps.get(holding.market);
    if (heap === undefined) {
      heap = new ThresholdHeap();
      heaps.set(holding.market, heap);
    }
    const distance = (share * STRESS_PER_MONEY) / BigInt(Math.abs(holding.size));
    const now = stress(holding.market, isLong);
    // Longs are endangered when stress falls, shorts when it rises; the heap knows one direction only.
    const threshold = isLong ? now - distance : -(now + distance);
    heap.push({ holding, version: holding.indexVersion, threshold });
  }
}

function stress(market: MarketState, isLong: boolean): bigint {
  const ratio = isLong ? RATIO_SCALE - market.terms.mmRatio : RATIO_SCALE + market.terms.mmRatio;
  const lotValue = BigInt(market.markTicks) * market.scale.valueOfTickLot;
  return lotValue * ratio * INDEX_PER_MONEY - market.funding.index * RATIO_SCALE;
}

/** A binary heap with the highest threshold on top; entries that were filed again since are dropped when met. */
class ThresholdHeap {
  #entries: Entry[] = [];
  #cleanAt = FIRST_CLEANING;

  push(entry: Entry): void {
    if (this.#entries.length >= this.#cleanAt) this.#clean();
    this.#entries.push(entry);
    this.#rise(this.#entries.length - 1);
  }

  /** The top entry when its threshold is above `value`. */
  takeBeyond(value: bigint): Entry | undefined {
    const top = this.#entries[0];
    if (top === undefined || top.threshold <= value) return undefined;
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) {
      this.#entries[0] = last;
      this.#sink(0);
    }
    return top;
  }

  #clean(): void {
    const live = this.#entries.filter(({ holding, version }) => holding.indexVersion === version);
    this.#entries = live.toSorted((a, b) => (a.threshold > b.threshold ? -1 : 1));
    this.#cleanAt = Math.max(FIRST_CLEANING, live.length * 2);
  }

  #rise(start: number): void {
    const entries = this.#entries;
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if (!this.#above(index, parent)) return;
      [entries[index], entries[parent]] = [entries[parent] as Entry, entries[index] as Entry];
      index = parent;
    }
  }

  #sink(start: number): void {
    const entries = this.#entries;
    let index = start;
    for (;;) {
      const left = index * 2 + 1;
      let highest = index;
      if (left < entries.length && this.#above(left, highest)) highest = left;
      if (left + 1 < entries.length && this.#above(left + 1, highest)) highest = left + 1;
      if (highest === index) return;
      [entries[index], entries[highest]] = [entries[highest] as Entry, entries[index] as Entry];
      index = highest;
    }
  }

  #above(a: number, b: number): boolean {
    return (this.#entries[a] as Entry).threshold > (this.#entries[b] as Entry).threshold;
  }
}

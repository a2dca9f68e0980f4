/**
 * Which accounts may have fallen below their maintenance margin, without looking at all of them on each mark.
 *
 * What an account is worth above maintenance (its cushion) is linear in one number a market and side, its stress:
 * for longs `mark × (1 - mm) - funding index`, for shorts `mark × (1 + mm) - funding index`. The cushion is shared out
 * over the account's positions; as long as no market's stress has moved by more than its share, the cushion cannot be
 * used up. So each position waits in a heap of its market for the stress at which its share is gone. For an account with one
 * position that is the liquidation price itself; with several it is earlier, and the account is shared out anew. An isolated
 * position has a cushion of its own, and waits for its liquidation price.
 */
import { accountMargin, holdingMargin } from "./account-margin.ts";
import type { Account, Holding, MarketState } from "./market-state.ts";
import { ThresholdHeap } from "./threshold-heap.ts";

const RATIO_SCALE = 1_000_000n;
/** Stress counts 1e-24 USDC a lot: money (1e-9) × ratio (1e-6) × funding index per money (1e-9). */
const INDEX_PER_MONEY = 1_000_000_000n;
const STRESS_PER_MONEY = RATIO_SCALE * INDEX_PER_MONEY;
/** Margin and funding round by at most one unit each; a share that is smaller by more triggers a little early. */
const ROUNDING = 4n;

/** Which of a holding's entries is the latest. */
export type Versions = { of: (holding: Holding) => number; renew: (holding: Holding) => void };

const ENGINE_VERSIONS: Versions = {
  of: (holding) => holding.indexVersion,
  renew: (holding) => {
    holding.indexVersion += 1;
  },
};

export class LiquidationIndex {
  readonly #longs = new Map<MarketState, ThresholdHeap>();
  readonly #shorts = new Map<MarketState, ThresholdHeap>();
  readonly #factor: bigint;
  readonly #versions: Versions;

  /** `factor`: finds accounts that are worth less than so many times their maintenance margin. */
  constructor(factor = 1n, versions = ENGINE_VERSIONS) {
    this.#factor = factor;
    this.#versions = versions;
  }

  /** Files the account's positions by the stress that may endanger it. False when it is in danger already. */
  file(account: Account): boolean {
    const margin = accountMargin(account);
    const cushion = margin.accountValue - margin.maintenanceMargin * this.#factor;
    for (const holding of account.holdings.values()) this.#versions.renew(holding);
    if (margin.maintenanceMargin > 0n && cushion < 0n) return false;
    for (const holding of account.holdings.values()) {
      if (holding.size === 0) continue;
      const { value, maintenance } = holdingMargin(holding);
      const share =
        holding.isolated === null
          ? (cushion * maintenance) / margin.maintenanceMargin
          : holding.isolated.wallet + value - maintenance * this.#factor;
      if (share < 0n) return false;
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
      const now = this.#stress(market, isLong);
      for (;;) {
        const entry = heap.takeBeyond(isLong ? now : -now);
        if (entry === undefined) break;
        if (entry.version === this.#versions.of(entry.holding)) yield entry.holding.account;
      }
    }
  }

  #push(holding: Holding, share: bigint): void {
    const isLong = holding.size > 0;
    const heaps = isLong ? this.#longs : this.#shorts;
    let heap = heaps.get(holding.market);
    if (heap === undefined) {
      heap = new ThresholdHeap(({ holding: of, version }) => this.#versions.of(of) === version);
      heaps.set(holding.market, heap);
    }
    const distance = (share * STRESS_PER_MONEY) / BigInt(Math.abs(holding.size));
    const now = this.#stress(holding.market, isLong);
    // Longs are endangered when stress falls, shorts when it rises; the heap knows one direction only.
    const threshold = isLong ? now - distance : -(now + distance);
    heap.push({ holding, version: this.#versions.of(holding), threshold });
  }

  #stress(market: MarketState, isLong: boolean): bigint {
    const maintenance = market.terms.mmRatio * this.#factor;
    const ratio = isLong ? RATIO_SCALE - maintenance : RATIO_SCALE + maintenance;
    const lotValue = BigInt(market.markTicks) * market.scale.valueOfTickLot;
    return lotValue * ratio * INDEX_PER_MONEY - market.funding.index * RATIO_SCALE;
  }
}

/** The traders of the pools: one that brings them back to the marks, and one that swaps at random so that they live. */
import { POOLS, type PoolListing } from "#lib/protocol/solana/pools.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import type { Role } from "#services/sandbox/traders/role.ts";
import { correctiveSwap, deviationPpm, type PoolSwap } from "./corrective-swap.ts";
import type { PoolsView, PoolTrader, TradedPool } from "./pool-trader.ts";
import { poolPrice } from "./token-prices.ts";

const PAUSE_MS = 3_000;
/** At most one swap a second, together with those at random. */
const MAX_SWAPS_A_STEP = 2;
const FUNDING_EVERY_STEPS = 40;
/** A fifth of a reserve moves the price by a third: what is more than that takes several steps. */
const LARGEST_SHARE = 5n;
/** Shares of a reserve, in parts of 100,000. */
const RANDOM_SHARE = { smallest: 2, largest: 60, of: 100_000n };
const STEPS_BETWEEN_RANDOM_SWAPS = 2;

/** Worth of each token that a trader keeps: a share of the deepest pool that has it. */
export function worthByToken(share: bigint): Map<TokenSymbol, bigint> {
  const worth = new Map<TokenSymbol, bigint>();
  for (const { a, b, depth } of POOLS) {
    for (const symbol of [a, b]) {
      const part = depth / share + 1n;
      if (part > (worth.get(symbol) ?? 0n)) worth.set(symbol, part);
    }
  }
  return worth;
}

/** @param refresh reads the marks */
export function poolArbitrageur(trader: PoolTrader, refresh: () => Promise<void>): Role {
  return poolRole({ trader, refresh, worth: worthByToken(2n) }, async (view) => {
    const planned = view.pools
      .flatMap((pool) => planCorrection(trader, pool))
      .toSorted((one, other) => Number(other.size - one.size));
    for (const { pool, swap } of planned.slice(0, MAX_SWAPS_A_STEP)) {
      await perform(trader, view, { pool, swap });
    }
  });
}

/** Swaps a little of a pool's reserve now and then, either way. */
export function randomSwapper(
  trader: PoolTrader,
  refresh: () => Promise<void>,
  random: Random,
): Role {
  return poolRole({ trader, refresh, worth: worthByToken(50n) }, async (view) => {
    if (!random.oneIn(STEPS_BETWEEN_RANDOM_SWAPS)) return;
    const pool = view.pools[random.below(view.pools.length)];
    if (pool === undefined) return;
    const side = random.below(2) === 0 ? "a" : "b";
    const reserve = side === "a" ? pool.reserveA : pool.reserveB;
    const share = BigInt(random.between(RANDOM_SHARE.smallest, RANDOM_SHARE.largest));
    const swap = { side, amountIn: (reserve * share) / RANDOM_SHARE.of } as const;
    await perform(trader, view, { pool, swap });
  });
}

type Habits = {
  trader: PoolTrader;
  /** Reads the marks. */
  refresh: () => Promise<void>;
  /** Whole USDC by token, which the trader is kept at. */
  worth: ReadonlyMap<TokenSymbol, bigint>;
};

function poolRole(
  { trader, refresh, worth }: Habits,
  trade: (view: PoolsView) => Promise<void>,
): Role {
  let steps = 0;
  return {
    trader,
    pauseMs: PAUSE_MS,
    prepare: async () => {
      await refresh();
      await trader.keepFunded(worth);
    },
    step: async () => {
      steps += 1;
      await refresh();
      if (steps % FUNDING_EVERY_STEPS === 0) await trader.keepFunded(worth);
      await trade(await trader.read());
    },
  };
}

type Planned = { pool: TradedPool; swap: PoolSwap; size: bigint };

/** None while the pool's tokens have no price, and while the pool is near it. */
function planCorrection(trader: PoolTrader, pool: TradedPool): Planned[] {
  const price = poolPrice(pool.listing, trader.parts.prices);
  if (price === undefined || pool.reserveA === 0n || pool.reserveB === 0n) return [];
  const swap = correctiveSwap(pool, price);
  if (swap === undefined) return [];
  const deviation = deviationPpm(pool, price);
  const most = (swap.side === "a" ? pool.reserveA : pool.reserveB) / LARGEST_SHARE;
  const amountIn = swap.amountIn < most ? swap.amountIn : most;
  return [{ pool, swap: { ...swap, amountIn }, size: deviation < 0n ? -deviation : deviation }];
}

async function perform(
  trader: PoolTrader,
  { held }: PoolsView,
  { pool, swap }: { pool: TradedPool; swap: PoolSwap },
): Promise<void> {
  const symbol = tokenIn(pool.listing, swap);
  const has = held.get(symbol) ?? 0n;
  if (await trader.swap(pool, swap, has)) {
    held.set(symbol, has > swap.amountIn ? has - swap.amountIn : 0n);
  }
}

function tokenIn({ a, b }: PoolListing, { side }: PoolSwap): TokenSymbol {
  return side === "a" ? a : b;
}

/** Finds the route with the highest output through constant-product pools, in integers. */
import type { Pool } from "#lib/protocol/solana/pool.ts";
import { MAX_HOPS } from "#lib/protocol/swaps/assets.ts";
import { cumulativeImpactBps, swapOutput } from "./pool-math.ts";

/** A pool with the balances of its vaults, in base units. */
export type LivePool = Pool & { address: string; reserveA: bigint; reserveB: bigint };

/** Amounts in base units, mints in base58. */
export type PlannedHop = {
  pool: LivePool;
  mintIn: string;
  mintOut: string;
  amountIn: bigint;
  out: bigint;
  /** The price impact of this hop alone. */
  impactBps: number;
};

export type PlannedRoute = {
  /** At least one. */
  hops: readonly PlannedHop[];
  out: bigint;
  /** The price impact of all hops together. */
  impactBps: number;
};

export type RouteQuestion = {
  mintIn: string;
  mintOut: string;
  amountIn: bigint;
  /** 1 to 3. */
  maxHops?: number;
};

type Sized = PlannedHop & { reserveIn: bigint; net: bigint };

/**
 * A route passes each token and each pool at most once. Of routes with equal outputs, the one with
 * fewer hops wins, then the first one.
 * @returns undefined when no route gives anything
 */
export function findBestRoute(
  pools: readonly LivePool[],
  { mintIn, mintOut, amountIn, maxHops = MAX_HOPS }: RouteQuestion,
): PlannedRoute | undefined {
  if (mintIn === mintOut || amountIn <= 0n) return undefined;
  const byMint = poolsByMint(pools);
  let best: readonly Sized[] | undefined;
  const consider = (path: readonly Sized[]): void => {
    const out = path.at(-1)?.out ?? 0n;
    const most = best?.at(-1)?.out ?? 0n;
    if (out > most || (out === most && out > 0n && path.length < (best?.length ?? 0))) best = path;
  };
  const walk = (path: readonly Sized[], mint: string, amount: bigint): void => {
    for (const pool of byMint.get(mint) ?? []) {
      const hop = sized(pool, mint, amount);
      if (hop.out === 0n || hop.mintOut === mintIn) continue;
      if (path.some((one) => one.mintOut === hop.mintOut)) continue;
      const longer = [...path, hop];
      if (hop.mintOut === mintOut) consider(longer);
      else if (longer.length < maxHops) walk(longer, hop.mintOut, hop.out);
    }
  };
  walk([], mintIn, amountIn);
  return best && routeOf(best);
}

/** What a route gives at other reserves. A plan is computed again before it is sent. */
export function outputAlong(
  pools: readonly LivePool[],
  mintIn: string,
  amountIn: bigint,
): PlannedRoute | undefined {
  const path: Sized[] = [];
  let [mint, amount] = [mintIn, amountIn];
  for (const pool of pools) {
    if (pool.mintA !== mint && pool.mintB !== mint) return undefined;
    const hop = sized(pool, mint, amount);
    path.push(hop);
    [mint, amount] = [hop.mintOut, hop.out];
  }
  return path.length === 0 ? undefined : routeOf(path);
}

function poolsByMint(pools: readonly LivePool[]): Map<string, LivePool[]> {
  const byMint = new Map<string, LivePool[]>();
  for (const pool of pools) {
    for (const mint of [pool.mintA, pool.mintB]) {
      const known = byMint.get(mint);
      if (known === undefined) byMint.set(mint, [pool]);
      else known.push(pool);
    }
  }
  return byMint;
}

function sized(pool: LivePool, mintIn: string, amountIn: bigint): Sized {
  const isFromA = pool.mintA === mintIn;
  const [reserveIn, reserveOut] = isFromA
    ? [pool.reserveA, pool.reserveB]
    : [pool.reserveB, pool.reserveA];
  const { net, out } = swapOutput({ reserveIn, reserveOut }, amountIn, pool.feePpm);
  const mintOut = isFromA ? pool.mintB : pool.mintA;
  const impactBps = cumulativeImpactBps([{ reserveIn, net }]);
  return { pool, mintIn, mintOut, amountIn, out, impactBps, reserveIn, net };
}

function routeOf(path: readonly Sized[]): PlannedRoute {
  const hops = path.map(({ reserveIn: _reserve, net: _net, ...hop }) => hop);
  return { hops, out: path.at(-1)?.out ?? 0n, impactBps: cumulativeImpactBps(path) };
}

/**
 * The value of an amount in another asset by this network's pools. Relay and service measure an
 * order by it.
 */

import { divideUp } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { findBestRoute, type LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";

export type CrossPair = { assetIn: CrossAsset; assetOut: CrossAsset; amountIn: bigint };

/** Base units of the output before the relay's fee; 0 when no pool gives anything. */
export function referenceOutput(pools: readonly LivePool[], pair: CrossPair): bigint {
  const { assetIn, assetOut, amountIn } = pair;
  if (assetIn === assetOut) return amountIn;
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  return findBestRoute(pools, { mintIn, mintOut, amountIn })?.out ?? 0n;
}

const BPS = 10_000n;

/**
 * The impact of a swap to another network in basis points: the price move in this network's pools,
 * and the loss when only `out` arrives. A relay cannot state less. 10,000 when no pool gives
 * anything.
 */
export function crossImpactBps(pools: readonly LivePool[], pair: CrossPair, out: bigint): number {
  const { assetIn, assetOut, amountIn } = pair;
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  const route =
    assetIn === assetOut
      ? { out: amountIn, impactBps: 0 }
      : findBestRoute(pools, { mintIn, mintOut, amountIn });
  if (route === undefined || route.out === 0n) return Number(BPS);
  const lost = out < route.out ? divideUp((route.out - out) * BPS, route.out) : 0n;
  return Math.min(Number(BPS), route.impactBps + Number(lost));
}

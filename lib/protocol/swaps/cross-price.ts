/** What an amount is worth in another asset by the pools of this network: relay and service measure an order by it. */

import { divideUp } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { CrossAsset } from "./assets.ts";
import { type LivePool, planRoute } from "./plan-route.ts";

export type CrossPair = { assetIn: CrossAsset; assetOut: CrossAsset; amountIn: bigint };

/** Base units of the output before the relay's fee; 0 when no pool gives anything. */
export function referenceOutput(pools: readonly LivePool[], pair: CrossPair): bigint {
  const { assetIn, assetOut, amountIn } = pair;
  if (assetIn === assetOut) return amountIn;
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  return planRoute(pools, { mintIn, mintOut, amountIn })?.out ?? 0n;
}

const BPS = 10_000n;

/**
 * How far the price moves by the pools of this network, and what is lost beyond it when `out` arrives, in basis points. A relay
 * cannot state less. 10,000 when no pool gives anything.
 */
export function crossImpactBps(pools: readonly LivePool[], pair: CrossPair, out: bigint): number {
  const { assetIn, assetOut, amountIn } = pair;
  const [mintIn, mintOut] = [TOKENS[assetIn].mint, TOKENS[assetOut].mint];
  const route =
    assetIn === assetOut
      ? { out: amountIn, impactBps: 0 }
      : planRoute(pools, { mintIn, mintOut, amountIn });
  if (route === undefined || route.out === 0n) return Number(BPS);
  const lost = out < route.out ? divideUp((route.out - out) * BPS, route.out) : 0n;
  return Math.min(Number(BPS), route.impactBps + Number(lost));
}

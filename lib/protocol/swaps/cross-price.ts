/** What an amount is worth in another asset by the pools of this network: relay and service measure an order by it. */
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

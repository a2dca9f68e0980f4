/** The pools of the simulated chain. */
import type { TokenSymbol } from "./tokens.ts";

export const POOL_PROGRAM = "SvcPooL111111111111111111111111111111111111";

export type PoolListing = {
  a: TokenSymbol;
  b: TokenSymbol;
  feePpm: bigint;
  /** What each side is worth at the start, in whole USDC. */
  depth: bigint;
};

export const POOLS: readonly PoolListing[] = [
  { a: "SOL", b: "USDC", feePpm: 2_500n, depth: 8_000_000n },
  { a: "BTC", b: "USDC", feePpm: 2_500n, depth: 12_000_000n },
  { a: "ETH", b: "USDC", feePpm: 2_500n, depth: 10_000_000n },
  { a: "SOL", b: "BTC", feePpm: 3_000n, depth: 2_000_000n },
  { a: "SOL", b: "ETH", feePpm: 3_000n, depth: 2_000_000n },
  { a: "THIN", b: "USDC", feePpm: 10_000n, depth: 2_500n },
];

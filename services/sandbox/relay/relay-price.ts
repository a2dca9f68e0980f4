/** What the relay pays for a deposit: the price of the source chain's pools, less its fee. */
import { PPM } from "#lib/protocol/solana/pool.ts";
import { type CrossPair, referenceOutput } from "#lib/protocol/swaps/cross/cross-price.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";

/** Share of the output that it keeps. */
export const RELAY_FEE_PPM = 1_000n;

/** Base units of the output, rounded down. */
export function relayOutput(pools: readonly LivePool[], pair: CrossPair): bigint {
  return (referenceOutput(pools, pair) * (PPM - RELAY_FEE_PPM)) / PPM;
}

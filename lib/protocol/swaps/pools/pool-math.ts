/**
 * What a constant-product pool gives for an input, to the unit as the pool program computes it, and
 * the effect on the price.
 */
import { divideUp } from "#lib/protocol/decimal.ts";
import { PPM } from "#lib/protocol/solana/pool.ts";

const BPS = 10_000n;

/** The balances of the vaults of the input and of the output, in base units. */
export type Reserves = { reserveIn: bigint; reserveOut: bigint };
/** The fee stays in the pool, in the input's token. `net` is the rest, which is swapped. */
export type SwapOutput = { fee: bigint; net: bigint; out: bigint };

/**
 * `fee = ceil(in × ppm / 1e6)`, `net = in − fee`, `out = floor(reserve out × net / (reserve in + net))`.
 * With an empty reserve there is no price, and `out` is 0. The program refuses a swap that gives 0.
 */
export function swapOutput(
  { reserveIn, reserveOut }: Reserves,
  amountIn: bigint,
  feePpm: bigint,
): SwapOutput {
  const fee = divideUp(amountIn * feePpm, PPM);
  const net = amountIn - fee;
  if (reserveIn === 0n || reserveOut === 0n) return { fee, net, out: 0n };
  return { fee, net, out: (reserveOut * net) / (reserveIn + net) };
}

/** A hop's share of the impact: its size moves the price by `net / (reserve in + net)`. */
export type HopSize = { reserveIn: bigint; net: bigint };

/**
 * `1 − Π(1 − impact)` of a route's hops, in basis points from 0 to 10,000, rounded up. An empty
 * reserve is an impact of 100 %.
 */
export function cumulativeImpactBps(hops: readonly HopSize[]): number {
  let left = 1n;
  let whole = 1n;
  for (const { reserveIn, net } of hops) {
    left *= reserveIn;
    whole *= reserveIn + net;
  }
  return left === 0n ? Number(BPS) : Number(divideUp((whole - left) * BPS, whole));
}

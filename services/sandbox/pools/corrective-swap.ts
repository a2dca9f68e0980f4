/** The swap that brings a constant-product pool back to the price of the market, in closed form and in integers. */
import { PPM } from "#lib/protocol/solana/pool.ts";

/** Base units of B for a base unit of A, as a fraction above zero. */
export type PoolPrice = { top: bigint; bottom: bigint };

export type PoolState = {
  reserveA: bigint;
  reserveB: bigint;
  feePpm: bigint;
};

export type PoolSwap = {
  /** The token that is paid in. */
  side: "a" | "b";
  amountIn: bigint;
};

/** By how much the pool's price is off the market's, in millionths of the latter; negative when the pool's is lower. */
export function deviationPpm(
  { reserveA, reserveB }: PoolState,
  { top, bottom }: PoolPrice,
): bigint {
  return ((reserveB * bottom - reserveA * top) * PPM) / (reserveA * top);
}

/**
 * Undefined while the pool's price is within its fee of the market's: there, a swap gains nothing.
 *
 * With the input's reserve r, the output's s, the wanted price p of the output in the input, and the share g of the input that the
 * fee leaves, the amount x solves (r + x) · (r + g·x) = r · s · p.
 */
export function correctiveSwap(pool: PoolState, price: PoolPrice): PoolSwap | undefined {
  const { reserveA, reserveB, feePpm } = pool;
  const deviation = deviationPpm(pool, price);
  if (deviation >= -feePpm && deviation <= feePpm) return undefined;
  const { top, bottom } = price;
  // A is dear in the pool: A goes in.
  if (deviation > 0n) {
    const amountIn = amountFor(reserveA, (reserveA * reserveB * bottom) / top, feePpm);
    return { side: "a", amountIn };
  }
  const amountIn = amountFor(reserveB, (reserveA * reserveB * top) / bottom, feePpm);
  return { side: "b", amountIn };
}

/** @param product that the two factors with x shall have */
function amountFor(reserve: bigint, product: bigint, feePpm: bigint): bigint {
  const afterFeePpm = PPM - feePpm;
  const root = squareRoot((feePpm * reserve) ** 2n + 4n * afterFeePpm * PPM * product);
  return (root - (PPM + afterFeePpm) * reserve) / (2n * afterFeePpm);
}

/** Rounded down. */
function squareRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

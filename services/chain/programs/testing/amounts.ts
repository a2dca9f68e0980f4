/** Random amounts: all magnitudes are equally likely, and the ends come up often. */
import type { Chance } from "#lib/kernel/random.testing.ts";

export const U64_MAX = 2n ** 64n - 1n;

/** From 0 to `most`. */
export function anyAmount(chance: Chance, most: bigint): bigint {
  if (most === 0n) return 0n;
  if (chance.is(0.1)) return chance.pick([0n, 1n, most - 1n, most]);
  const bits = BigInt(1 + chance.below(most.toString(2).length));
  return bigBelow(chance, 2n ** bits < most ? 2n ** bits : most + 1n);
}

/** An even distribution from 0 to below `end`. */
export function bigBelow(chance: Chance, end: bigint): bigint {
  let value = 0n;
  for (let words = 0; words < 3; words += 1) value = (value << 32n) | BigInt(chance.below(2 ** 32));
  return value % end;
}

/** A random address, whose private key does not exist. */
export function randomBytes(chance: Chance, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => chance.below(256));
}

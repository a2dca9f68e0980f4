/** Which trades of the tape are highlighted for their size. */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";

/** 0 for a usual size, 1 for a large one, 2 for a very large one. */
export type Emphasis = 0 | 1 | 2;

const LARGE = 2n;
const VERY_LARGE = 5n;

/** Compares with the mean of the shown tape: a size is large relative to its market. */
export function emphasisOf(trades: readonly Trade[], sizeDecimals: number): Emphasis[] {
  const sizes = trades.map(({ size }) => parseDecimal(size, sizeDecimals) ?? 0n);
  const sum = sizes.reduce((total, size) => total + size, 0n);
  const count = BigInt(sizes.length);
  return sizes.map((size) => {
    if (sum === 0n || size * count < LARGE * sum) return 0;
    return size * count < VERY_LARGE * sum ? 1 : 2;
  });
}

/** How many of `live` are newer than the newest of `held`. Ids only grow. */
export function newerThan(held: readonly Trade[], live: readonly Trade[]): number {
  const newest = held[0]?.id ?? -1;
  return live.filter(({ id }) => id > newest).length;
}

/** The sign of an amount of money. Separate from the live account, which record pages do not load. */
import { divideHalfUp } from "#lib/protocol/decimal.ts";

/** The sign of `scaled` (1e-9 USDC) in whole cents, as shown: -1, 0 or 1. */
export function directionOf(scaled: bigint): -1 | 0 | 1 {
  const cents = divideHalfUp(scaled, 10_000_000n);
  if (cents === 0n) return 0;
  return cents > 0n ? 1 : -1;
}

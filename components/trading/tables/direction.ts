/** Which way money points. Apart from the live account, which the pages of records do without. */
import { divideHalfUp } from "#lib/protocol/decimal.ts";

/** `scaled` is in 1e-9 USDC. Whole cents, as they are shown: -1, 0 or 1 for the colour of what is read. */
export function directionOf(scaled: bigint): -1 | 0 | 1 {
  const cents = divideHalfUp(scaled, 10_000_000n);
  if (cents === 0n) return 0;
  return cents > 0n ? 1 : -1;
}

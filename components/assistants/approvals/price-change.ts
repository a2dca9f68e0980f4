/** The relative change of a price, in exact integers. */
import { divideHalfUp, formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";

const MILLION = 1_000_000n;
/** More than the prices of any market have. */
const PRICE_DECIMALS = 12;

/** The change from `then` to `now` as a rate such as `0.0123`; `undefined` when one of them is unknown. */
export function priceChange(
  then: string | null | undefined,
  now: string | undefined,
): string | undefined {
  const before = then ? parseDecimal(then, PRICE_DECIMALS) : undefined;
  const after = now ? parseDecimal(now, PRICE_DECIMALS) : undefined;
  if (before === undefined || after === undefined || before === 0n) return undefined;
  return formatFixed(divideHalfUp((after - before) * MILLION, before), 6);
}

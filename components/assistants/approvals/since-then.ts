/** How far the market has moved since an order was proposed. Exact integers. */
import { divideHalfUp, formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";

/** Parts per million that a rate is shown in. */
const MILLION = 1_000_000n;
/** More than the prices of any market have. */
const PRICE_DECIMALS = 12;

/** How far `now` is from `then` as a rate such as `0.0123`; `undefined` where one of them is not known. */
export function sinceThen(
  then: string | null | undefined,
  now: string | undefined,
): string | undefined {
  const before = then ? parseDecimal(then, PRICE_DECIMALS) : undefined;
  const after = now ? parseDecimal(now, PRICE_DECIMALS) : undefined;
  if (before === undefined || after === undefined || before === 0n) return undefined;
  return formatFixed(divideHalfUp((after - before) * MILLION, before), 6);
}

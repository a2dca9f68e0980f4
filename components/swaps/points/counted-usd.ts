/** What of a week's swaps counts for points: at most 1,200 USD (spec 3, Points). */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import type { Points } from "#lib/protocol/wire/swaps.ts";

const USD_DECIMALS = 9;
const MOST_USD = 1_200n * 10n ** BigInt(USD_DECIMALS);

/** `usd`: what was swapped less what was swapped back, as decimal text. */
export function countedUsd({
  usd,
  reversed_usd: reversed,
}: Pick<Points["week"], "usd" | "reversed_usd">): { usd: string; isCapped: boolean } {
  const units = (text: string) => parseDecimal(text, USD_DECIMALS) ?? 0n;
  const left = units(usd) - units(reversed);
  return { usd: formatDecimal(left, USD_DECIMALS), isCapped: left > MOST_USD };
}

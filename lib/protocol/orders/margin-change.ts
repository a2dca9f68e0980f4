/** How an amount that is added to the margin of an isolated position, or removed from it, is written and read. */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";

export const MARGIN_CHANGE_FORM =
  "give USDC with at most 6 decimals, with a minus to remove margin, and not 0";

const UNIT = 10n ** BigInt(MONEY_DECIMALS - USDC_DECIMALS);

/** 1e-9 USDC, negative to remove; `undefined` for any other text. */
export function marginChange(text: string): bigint | undefined {
  const isRemoval = text.startsWith("-");
  const amount = parseDecimal(isRemoval ? text.slice(1) : text, USDC_DECIMALS);
  if (amount === undefined) return undefined;
  return isRemoval ? -amount * UNIT : amount * UNIT;
}

/** How an amount that is added to the margin of an isolated position, or removed from it, is written and read. */
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";

export const MARGIN_CHANGE_FORM =
  "give USDC with at most 6 decimals, with a minus to remove margin, and not 0";

/** 1e-9 USDC, negative to remove; `undefined` for any other text. */
export function marginChange(text: string): bigint | undefined {
  const isRemoval = text.startsWith("-");
  const amount = usdcAmount(isRemoval ? text.slice(1) : text);
  return amount === undefined || !isRemoval ? amount : -amount;
}

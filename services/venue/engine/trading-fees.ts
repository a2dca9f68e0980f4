import { tradingFee } from "#lib/protocol/orders/margin.ts";
import type { Account } from "./market-state.ts";

/** Fee of `account` on `value`: what the market asks, and what is left of it after the account's discount. */
export function feesOf(
  account: Account,
  value: bigint,
  feePpm: bigint,
): { gross: bigint; charged: bigint } {
  const gross = tradingFee(value, feePpm);
  if (account.feeDiscountPpm === 0) return { gross, charged: gross };
  return { gross, charged: tradingFee(value, feePpm, BigInt(account.feeDiscountPpm)) };
}

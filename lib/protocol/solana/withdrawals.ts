/** The venue refuses withdrawals by these rules; a page checks the same before anything is signed. */
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";

/** The smallest amount that the token can express, in 1e-9 USDC. */
const TOKEN_UNIT = 10n ** BigInt(MONEY_DECIMALS - USDC_DECIMALS);
/** 1 USDC, in 1e-9: at least so much of a withdrawal arrives. */
const MIN_ARRIVAL = 10n ** BigInt(MONEY_DECIMALS);

/** How an amount of USDC is written, for a refusal. */
export const USDC_AMOUNT_FORM = "give USDC with at most 6 decimals";

/** Why an amount cannot be withdrawn: a code of the catalogue and its figures. */
export type WithdrawalRefusal =
  | { readonly code: "WITHDRAWAL_TOO_SMALL"; readonly context: { minimum: Decimal } }
  | { readonly code: "WITHDRAWAL_EXCEEDS_AVAILABLE"; readonly context: { available: Decimal } };

/** An amount in 1e-9 USDC; `undefined` unless the text is a decimal of at most 6 decimals. */
export function usdcAmount(text: string): bigint | undefined {
  const units = parseDecimal(text, USDC_DECIMALS);
  return units === undefined ? undefined : units * TOKEN_UNIT;
}

/**
 * What an account may withdraw, in 1e-9 USDC: its balance, as far as its positions and orders do not need it as margin.
 * Profit that is not realised is no balance, and an account that is being liquidated has no free margin.
 */
export function withdrawable(account: {
  balance: bigint;
  accountValue: bigint;
  initialMargin: bigint;
}): bigint {
  const free = account.accountValue - account.initialMargin;
  const most = free < account.balance ? free : account.balance;
  return most > 0n ? most - (most % TOKEN_UNIT) : 0n;
}

/** The smallest amount of a withdrawal with this fee. Both in 1e-9 USDC. */
export function leastWithdrawal(fee: bigint): bigint {
  return MIN_ARRIVAL + fee;
}

/** All in 1e-9 USDC. @param withdrawal `fee` is part of `amount` */
export function withdrawalProblem(
  { amount, fee }: { amount: bigint; fee: bigint },
  available: bigint,
): WithdrawalRefusal | undefined {
  if (amount < leastWithdrawal(fee)) {
    const minimum = formatDecimal(leastWithdrawal(fee), MONEY_DECIMALS);
    return { code: "WITHDRAWAL_TOO_SMALL", context: { minimum } };
  }
  if (amount <= available) return undefined;
  const context = { available: formatDecimal(available, MONEY_DECIMALS) };
  return { code: "WITHDRAWAL_EXCEEDS_AVAILABLE", context };
}

/** What the operator asks for, in 1e-9 USDC. */
export type WithdrawalPrices = { fee: bigint; openingFee: bigint };

/** The fee of a withdrawal, in 1e-9 USDC. @param opensAccount the payment opens the owner's token account */
export function withdrawalFee(
  { fee, openingFee }: WithdrawalPrices,
  opensAccount: boolean,
): bigint {
  return opensAccount ? fee + openingFee : fee;
}

/** Reads a typed amount of USDC, and says why it cannot be transferred. */
import type { Locale } from "#components/i18n/locales.ts";
import { readTyped } from "#components/i18n/typed-number.ts";
import { decimalPlaces, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { LEAST_DEPOSIT } from "#lib/protocol/solana/vault.ts";
import { usdcAmount, withdrawalProblem } from "#lib/protocol/solana/withdrawals.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";

export type AmountProblem =
  | "unreadable"
  | "decimals"
  | "zero"
  | "exceedsWallet"
  | "least"
  | "exceeds";

/** `text` is the amount as decimal text, `units` in 1e-6 USDC. */
export type AmountCheck =
  | { state: "empty" }
  | { state: "amount"; text: string; units: bigint }
  | { state: "problem"; problem: AmountProblem };

/** @param held what the wallet holds, in 1e-6 USDC; undefined before it is read */
export function depositAmount(
  typed: string,
  locale: Locale,
  held: bigint | undefined,
): AmountCheck {
  const check = readAmount(typed, locale);
  if (check.state !== "amount") return check;
  if (check.units < LEAST_DEPOSIT) return { state: "problem", problem: "least" };
  if (held === undefined || check.units <= held) return check;
  return { state: "problem", problem: "exceedsWallet" };
}

/** @param available what the account may withdraw, in 1e-9 USDC */
export function withdrawAmount(typed: string, locale: Locale, available: bigint): AmountCheck {
  const check = readAmount(typed, locale);
  if (check.state !== "amount") return check;
  const refusal = withdrawalProblem(usdcAmount(check.text) ?? 0n, available);
  if (refusal === undefined) return check;
  const problem = refusal.code === "WITHDRAWAL_TOO_SMALL" ? "least" : "exceeds";
  return { state: "problem", problem };
}

function readAmount(typed: string, locale: Locale): AmountCheck {
  const read = readTyped(typed, locale);
  if (read.state === "empty") return { state: "empty" };
  if (read.state === "unreadable") return { state: "problem", problem: "unreadable" };
  if (decimalPlaces(read.text) > USDC_DECIMALS) return { state: "problem", problem: "decimals" };
  const units = parseDecimal(read.text, USDC_DECIMALS) ?? 0n;
  if (units === 0n) return { state: "problem", problem: "zero" };
  return { state: "amount", text: formatDecimal(units, USDC_DECIMALS), units };
}

/** An amount in 1e-9 USDC as text that can be withdrawn to the last digit. */
export function moneyText(amount: bigint): string {
  return formatDecimal(amount, MONEY_DECIMALS);
}

/** Reads a typed amount of USDC, and says why it cannot be transferred. */
import type { Locale } from "#components/i18n/locales.ts";
import { amountProblem, readTyped } from "#components/i18n/typed-number.ts";
import { decimalPlaces, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { MIN_DEPOSIT } from "#lib/protocol/solana/vault.ts";
import { usdcAmount, withdrawalProblem } from "#lib/protocol/solana/withdrawals.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";

type ReadProblem = "unreadable" | "ambiguous" | "decimals" | "zero";

/** `text` is the amount as decimal text, `units` in 1e-6 USDC. */
export type AmountCheck<Problem extends string = never> =
  | { state: "empty" }
  | { state: "amount"; text: string; units: bigint }
  | { state: "problem"; problem: ReadProblem | Problem };

/** @param held what the wallet holds, in 1e-6 USDC; undefined before it is read */
export function depositAmount(
  typed: string,
  locale: Locale,
  held: bigint | undefined,
): AmountCheck<"least" | "exceedsWallet"> {
  const check = readAmount(typed, locale);
  if (check.state !== "amount") return check;
  if (check.units < MIN_DEPOSIT) return { state: "problem", problem: "least" };
  if (held === undefined || check.units <= held) return check;
  return { state: "problem", problem: "exceedsWallet" };
}

/** @param limits what the account may withdraw, and the fee that is part of the amount, in 1e-9 USDC */
export function withdrawAmount(
  typed: string,
  locale: Locale,
  { available, fee }: { available: bigint; fee: bigint },
): AmountCheck<"arrives" | "exceeds"> {
  const check = readAmount(typed, locale);
  if (check.state !== "amount") return check;
  const amount = usdcAmount(check.text) ?? 0n;
  const refusal = withdrawalProblem({ amount, fee }, available);
  if (refusal === undefined) return check;
  const problem = refusal.code === "WITHDRAWAL_TOO_SMALL" ? "arrives" : "exceeds";
  return { state: "problem", problem };
}

function readAmount(typed: string, locale: Locale): AmountCheck {
  const read = readTyped(typed, locale);
  if (read.state === "empty") return { state: "empty" };
  if (read.state === "unreadable")
    return { state: "problem", problem: amountProblem(read.problem) };
  if (decimalPlaces(read.text) > USDC_DECIMALS) return { state: "problem", problem: "decimals" };
  const units = parseDecimal(read.text, USDC_DECIMALS) ?? 0n;
  if (units === 0n) return { state: "problem", problem: "zero" };
  return { state: "amount", text: formatDecimal(units, USDC_DECIMALS), units };
}

/** An amount in 1e-9 USDC as text that can be withdrawn to the last digit. */
export function moneyText(amount: bigint): string {
  return formatDecimal(amount, MONEY_DECIMALS);
}

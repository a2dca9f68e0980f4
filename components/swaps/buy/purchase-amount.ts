/** Reads a typed amount of a purchase, and says why it cannot be bought. */
import type { Locale } from "#components/i18n/locales.ts";
import { amountProblem, readTyped } from "#components/i18n/typed-number.ts";
import { decimalPlaces, parseDecimal } from "#lib/protocol/decimal.ts";
import { FIAT_DECIMALS } from "#lib/protocol/onramp.ts";
import type { OnrampTerms } from "#lib/protocol/wire/onramp.ts";

export type PurchaseAmountProblem = "unreadable" | "ambiguous" | "decimals" | "range";

/** `text` is decimal text. */
export type PurchaseAmount =
  | { state: "empty" }
  | { state: "amount"; text: string }
  | { state: "problem"; problem: PurchaseAmountProblem };

type Limits = Pick<NonNullable<OnrampTerms["onramp"]>, "least" | "most">;

export function purchaseAmount(typed: string, locale: Locale, limits: Limits): PurchaseAmount {
  const read = readTyped(typed, locale);
  if (read.state === "empty") return { state: "empty" };
  if (read.state === "unreadable")
    return { state: "problem", problem: amountProblem(read.problem) };
  if (decimalPlaces(read.text) > FIAT_DECIMALS) return { state: "problem", problem: "decimals" };
  const cents = (text: string) => parseDecimal(text, FIAT_DECIMALS) ?? 0n;
  const amount = cents(read.text);
  if (amount < cents(limits.least) || amount > cents(limits.most))
    return { state: "problem", problem: "range" };
  return { state: "amount", text: read.text };
}

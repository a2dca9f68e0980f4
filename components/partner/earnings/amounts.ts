/** Exact arithmetic on amounts: nothing is rounded before a comparison. */
import { formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";

/** Whether accrued = settled + in transit + pending, to the last digit. */
export function addsUp({ accrued, ...parts }: PartnerSummary["balances"]): boolean {
  return (
    scaled(accrued) === scaled(parts.settled) + scaled(parts.in_transit) + scaled(parts.pending)
  );
}

/** `a - b` of decimal strings. */
export function subtract(a: string, b: string): string {
  return formatDecimal(scaled(a) - scaled(b), EARNING_DECIMALS);
}

/** Sign of an amount: -1, 0 or 1. */
export function signOf(amount: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(amount)) return 0;
  return amount.startsWith("-") ? -1 : 1;
}

/**
 * Digits after the point: two, or more where a non-zero amount would be shown as zero. `0.000341` has 5, which include
 * its first two significant ones.
 */
export function amountDigits(exact: string): number {
  const [whole = "", fraction = ""] = exact.replace("-", "").split(".");
  if (/[1-9]/.test(whole)) return 2;
  const first = fraction.search(/[1-9]/);
  return first < 2 ? 2 : Math.min(first + 2, fraction.length);
}

function scaled(amount: string): bigint {
  const exact = parseSigned(amount, EARNING_DECIMALS);
  if (exact === undefined) throw new Error(`"${amount}" is no amount.`);
  return exact;
}

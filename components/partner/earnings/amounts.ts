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

/** Whether two decimals would show an amount as zero that is not. */
export function isBelowCent(exact: string): boolean {
  return signOf(exact) !== 0 && /^-?0+\.00[0-4]/.test(exact);
}

function scaled(amount: string): bigint {
  const exact = parseSigned(amount, EARNING_DECIMALS);
  if (exact === undefined) throw new Error(`"${amount}" is no amount.`);
  return exact;
}

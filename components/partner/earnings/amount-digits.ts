/** How many digits behind the point an amount is shown with. */

/**
 * Two, as money has; more only where an amount that is not zero would read as zero: `0.000341` has 5, of which the last two are
 * its first ones.
 */
export function amountDigits(exact: string): number {
  const [whole = "", fraction = ""] = exact.replace("-", "").split(".");
  if (/[1-9]/.test(whole)) return 2;
  const first = fraction.search(/[1-9]/);
  return first < 2 ? 2 : Math.min(first + 2, fraction.length);
}

/** How far a number was from what was expected. */
import { decimalPlaces, formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";

/** Earlier surprises that count. */
export const MOST_SURPRISES = 12;
const LEAST_SURPRISES = 6;

/** `actual` minus `forecast`, exact; null when one of the two is missing. */
export function surpriseOf(actual: string | null, forecast: string | null): string | null {
  if (actual === null || forecast === null) return null;
  const decimals = Math.max(decimalPlaces(actual), decimalPlaces(forecast));
  const [came, expected] = [parseSigned(actual, decimals), parseSigned(forecast, decimals)];
  if (came === undefined || expected === undefined) return null;
  return formatDecimal(came - expected, decimals);
}

/**
 * A surprise in standard deviations of the earlier ones of its series.
 * @param earlier exact decimals, the newest first: the first 12 count; with fewer than 6, or when all are the same, there is no z
 */
export function zOf(surprise: string, earlier: readonly string[]): number | null {
  const values = earlier.slice(0, MOST_SURPRISES).map(Number);
  if (values.length < LEAST_SURPRISES) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  const z = Number(surprise) / deviation;
  // Equal values give a deviation of nothing, or of a rounding error.
  return deviation > 1e-9 && Number.isFinite(z) ? Math.round(z * 1_000) / 1_000 : null;
}

/** How far an actual number was from its forecast. */
import { decimalPlaces, formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";

/** How many earlier surprises count. */
export const MAX_SURPRISES = 12;
const MIN_SURPRISES = 6;

/** `actual` minus `forecast`, exact; null when one of the two is missing. */
export function computeSurprise(actual: string | null, forecast: string | null): string | null {
  if (actual === null || forecast === null) return null;
  const decimals = Math.max(decimalPlaces(actual), decimalPlaces(forecast));
  const [came, expected] = [parseSigned(actual, decimals), parseSigned(forecast, decimals)];
  if (came === undefined || expected === undefined) return null;
  return formatDecimal(came - expected, decimals);
}

/**
 * A surprise in standard deviations of the earlier ones of its series.
 * @param earlier exact decimals, newest first. The first 12 count. The result is null for fewer
 * than 6, or when all are equal
 */
export function computeZScore(surprise: string, earlier: readonly string[]): number | null {
  const values = earlier.slice(0, MAX_SURPRISES).map(Number);
  if (values.length < MIN_SURPRISES) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  const z = Number(surprise) / deviation;
  // Equal values give a deviation of zero or of a rounding error.
  return deviation > 1e-9 && Number.isFinite(z) ? Math.round(z * 1_000) / 1_000 : null;
}

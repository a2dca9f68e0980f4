/** Figures of a market's funding rates. Rates are decimals of one funding period. */
import { formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { FundingHour } from "#lib/protocol/wire/market.ts";

const RATE_DECIMALS = 12;

/** The average of the hours that began in the last `spanMs` milliseconds; `undefined` without one. */
export function averageRate(
  hours: readonly FundingHour[],
  now: number,
  spanMs: number,
): string | undefined {
  const rates = hours
    .filter(({ start }) => start > now - spanMs - HOUR_MS)
    .map(({ rate }) => parseSigned(rate, RATE_DECIMALS) ?? 0n);
  if (rates.length === 0) return undefined;
  const sum = rates.reduce((total, rate) => total + rate, 0n);
  return formatDecimal(sum / BigInt(rates.length), RATE_DECIMALS);
}

/** What a rate of a period of so many seconds makes in 365 days, without interest on it. */
export function yearlyRate(rate: string, periodSeconds: number): string {
  const periods = BigInt(Math.floor((365 * DAY_MS) / 1_000 / periodSeconds));
  return formatDecimal((parseSigned(rate, RATE_DECIMALS) ?? 0n) * periods, RATE_DECIMALS);
}

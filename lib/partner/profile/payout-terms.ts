/** What partners may expect of payouts, as the operator has set it. */
import "server-only";
import { config } from "#lib/platform/config/config.ts";
import type { PayoutTerms } from "#lib/protocol/wire/partner.ts";

/** Public. `now`: Unix milliseconds. */
export function payoutTerms(now: number): PayoutTerms {
  const { chain, partner } = config();
  const day = partner.payoutDay ?? null;
  return {
    available: chain !== undefined,
    day,
    next_at: day === null ? null : new Date(nextDay(day, now)).toISOString(),
    minimum: partner.payoutMinimum,
    wallet_wait_hours: partner.walletWaitHours,
  };
}

/** The next beginning of a day of the month in UTC (1 to 28), after `now`: Unix milliseconds. */
export function nextDay(day: number, now: number): number {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const here = Date.UTC(year, month, day);
  return here > now ? here : Date.UTC(year, month + 1, day);
}

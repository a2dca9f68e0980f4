/** The days of the PnL calendar. Days are UTC, as the venue counts them. */
import { parseSigned } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { Portfolio, PortfolioPoint } from "#lib/protocol/wire/portfolio.ts";

/** `start` is the day's beginning in Unix milliseconds, `pnl` what it brought in 1e-9 USDC. */
export type PnlDay = { start: number; pnl: bigint };

const MONDAY_OFFSET_DAYS = 3;

const DAYS = 30;

/** What each of the last thirty days brought, the oldest first; the last one is not over. `to` is the time of the last point. */
export function pnlDays({ points, to }: Pick<Portfolio, "points" | "to">): PnlDay[] {
  const last = to - (to % DAY_MS);
  return Array.from({ length: DAYS }, (_, index) => {
    const start = last - (DAYS - 1 - index) * DAY_MS;
    return { start, pnl: pnlAt(points, start + DAY_MS) - pnlAt(points, start) };
  });
}

/** By weeks from Monday to Sunday; `undefined` where a week has days outside the period. */
export function pnlWeeks(days: readonly PnlDay[]): (PnlDay | undefined)[][] {
  const first = days[0];
  if (first === undefined) return [];
  const blanks = (first.start / DAY_MS + MONDAY_OFFSET_DAYS) % 7;
  const cells: (PnlDay | undefined)[] = [
    ...Array.from({ length: blanks }, () => undefined),
    ...days,
  ];
  while (cells.length % 7 !== 0) cells.push(undefined);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The PnL of the last point up to a time; zero before the first. */
function pnlAt(points: readonly PortfolioPoint[], time: number): bigint {
  const last = points.findLast((point) => point.time <= time);
  return parseSigned(last?.pnl ?? "0", MONEY_DECIMALS) ?? 0n;
}

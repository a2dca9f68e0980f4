/** The data of the portfolio's chart. Its numbers are positions on the screen; shown amounts stay decimal strings. */
import type { PortfolioPoint } from "#lib/protocol/wire/portfolio.ts";

export type PortfolioSeries = "equity" | "pnl";

export type ChartPoint = { time: number; value: number; point: PortfolioPoint };

/**
 * A deposit or withdrawal is a step of the equity, and not a slope that looks like an hour of profit.
 * The step is drawn before the hour's profit: after it, a loss of the new money would show as a negative equity.
 */
export function chartPoints(
  points: readonly PortfolioPoint[],
  series: PortfolioSeries,
): ChartPoint[] {
  // Before the first deposit an account is worth nothing: with those points the axis would begin at zero.
  const begin = series === "equity" ? points.findIndex(({ equity }) => /[1-9]/.test(equity)) : 0;
  return points.flatMap((point, index) => {
    const { time } = point;
    if (index < begin) return [];
    const shown = { time, value: Number(point[series]), point };
    const before = points[index - 1];
    const moved = before ? Number(point.net_deposits) - Number(before.net_deposits) : 0;
    if (!before || series === "pnl" || moved === 0) return [shown];
    return [{ time: before.time, value: Number(before.equity) + moved, point: before }, shown];
  });
}

/** Whether the account had nothing at any time of the period: no money, and no trade. */
export function isBlank(points: readonly PortfolioPoint[]): boolean {
  return points.every(({ equity, pnl, net_deposits: deposits }) =>
    [equity, pnl, deposits].every((text) => !/[1-9]/.test(text)),
  );
}

/** The data of the portfolio's chart. Its numbers are positions on the screen; shown amounts stay decimal strings. */
import type { PortfolioPoint } from "#lib/protocol/wire/portfolio.ts";

export type PortfolioSeries = "equity" | "pnl";

export type ChartPoint = { time: number; value: number; point: PortfolioPoint };

export function chartPoints(
  points: readonly PortfolioPoint[],
  series: PortfolioSeries,
): ChartPoint[] {
  return points.map((point) => ({ time: point.time, value: Number(point[series]), point }));
}

/** Whether the account had nothing at any time of the period: no money, and no trade. */
export function isBlank(points: readonly PortfolioPoint[]): boolean {
  return points.every(({ equity, pnl, net_deposits: deposits }) =>
    [equity, pnl, deposits].every((text) => !/[1-9]/.test(text)),
  );
}

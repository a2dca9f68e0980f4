import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { PortfolioPoint } from "#lib/protocol/wire/portfolio.ts";
import { pnlDays, pnlWeeks } from "./pnl-days.ts";

/** A Wednesday. */
const DAY = Date.UTC(2026, 10, 25);
const point = (time: number, pnl: string) =>
  ({ time, equity: "0", net_deposits: "0", pnl }) as PortfolioPoint;

test("a day has what its last point has more than that of the day before", () => {
  const points = [
    point(DAY + 6 * HOUR_MS, "0"),
    point(DAY + 20 * HOUR_MS, "12.5"),
    point(DAY + DAY_MS, "10"),
    point(DAY + 2 * DAY_MS + HOUR_MS, "-3.000000001"),
  ];
  const days = pnlDays({ points, to: DAY + 2 * DAY_MS + HOUR_MS });
  expect(days).toHaveLength(30);
  expect(days.slice(0, 27).every(({ pnl }) => pnl === 0n)).toBe(true);
  expect(days.slice(27)).toEqual([
    { start: DAY, pnl: 10_000_000_000n },
    { start: DAY + DAY_MS, pnl: 0n },
    { start: DAY + 2 * DAY_MS, pnl: -13_000_000_001n },
  ]);
});

test("a week begins on Monday, and has blanks for days outside the period", () => {
  const days = Array.from({ length: 6 }, (_, day) => ({ start: DAY + day * DAY_MS, pnl: 0n }));
  const weeks = pnlWeeks(days);
  expect(weeks.map((week) => week.map((day) => day !== undefined))).toEqual([
    [false, false, true, true, true, true, true],
    [true, false, false, false, false, false, false],
  ]);
  expect(pnlWeeks([])).toEqual([]);
});

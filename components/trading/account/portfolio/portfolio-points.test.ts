import { expect, test } from "vitest";
import type { PortfolioPoint } from "#lib/protocol/wire/portfolio.ts";
import { chartPoints, isBlank } from "./portfolio-points.ts";

const point = (equity: string, pnl = "0", deposits = "0") =>
  ({ time: 1, equity, pnl, net_deposits: deposits }) as PortfolioPoint;

test("a point of the chart has the figure that is shown, and the exact ones", () => {
  const exact = point("12.500000001", "-0.25");
  expect(chartPoints([exact], "pnl")).toEqual([{ time: 1, value: -0.25, point: exact }]);
  expect(chartPoints([exact], "equity")[0]?.value).toBe(12.500000001);
});

test("an account that lost everything is not blank, and one that never had anything is", () => {
  expect(isBlank([point("0"), point("0.00")])).toBe(true);
  expect(isBlank([point("0"), point("0", "-5", "5")])).toBe(false);
});

test("the equity begins with the first deposit, so that the axis fits what it was", () => {
  const points = [
    point("0"),
    point("0"),
    point("9995", "-5", "10000"),
    point("9990", "-10", "10000"),
  ];
  expect(chartPoints(points, "equity").map(({ value }) => value)).toEqual([10_000, 9_995, 9_990]);
  expect(chartPoints(points, "pnl")).toHaveLength(4);
});

test("a deposit is a step of the equity, and none of the profit", () => {
  const points = [point("0"), point("10012", "12", "10000"), point("10020", "20", "10000")];
  const values = (series: "equity" | "pnl") =>
    chartPoints(points, series).map(({ value }) => value);
  expect(values("equity")).toEqual([10_000, 10_012, 10_020]);
  expect(values("pnl")).toEqual([0, 12, 20]);
});

import { expect, it } from "vitest";
import { summaryOf } from "./earnings.testing.ts";
import { forecastChartData } from "./forecast-chart-data.ts";

it("the forecast chart has a level at each step, the visible thresholds, and the falls", () => {
  const { points, thresholds, falls, ticks } = forecastChartData(summaryOf());
  expect(points.map(({ level }) => level)).toEqual([3, 2, 1]);
  expect(thresholds).toEqual([
    { level: 2, fees: 250, name: "left" },
    { level: 3, fees: 1000, name: "right" },
  ]);
  expect(falls).toEqual([{ time: Date.parse("2026-03-20T17:52:00.000Z"), fees: 990.5 }]);
  expect([ticks[0], ticks.at(-1)]).toEqual([points[0]?.time, points.at(-1)?.time]);
});

it("the forecast chart shows the next threshold when it is near; otherwise it would flatten the fees", () => {
  const { thresholds } = forecastChartData(
    summaryOf({ forecast: [{ at: "2026-03-01T09:00:00.000Z", fees_30d: "3000" }] }),
  );
  expect(thresholds.at(-1)).toMatchObject({ level: 4, fees: 4000 });
});

it("names of thresholds do not overlap", () => {
  const { thresholds } = forecastChartData(
    summaryOf({ forecast: [{ at: "2026-03-01T09:00:00.000Z", fees_30d: "31240" }] }),
  );
  expect(thresholds.map(({ level, name }) => [level, name])).toEqual([
    [2, undefined],
    [3, undefined],
    [4, "left"],
    [5, "left"],
    [6, "right"],
  ]);
});

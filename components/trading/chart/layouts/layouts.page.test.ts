import { beforeEach, expect, test } from "vitest";
import {
  changeChartSettings,
  chartSettings,
} from "#components/trading/chart/series/chart-settings.ts";
import {
  chartLayouts,
  deleteLayout,
  MAX_LAYOUTS,
  parseLayouts,
  renameLayout,
  saveLayout,
  showLayout,
} from "./layouts.ts";

beforeEach(() => localStorage.clear());

const names = () => chartLayouts.get().map(({ name }) => name);

test("a layout brings back what the chart showed, and nothing of what it does not hold", () => {
  changeChartSettings({ style: "line", scale: "log", studies: [{ kind: "rsi" }], drawings: false });
  expect(saveLayout("Scalp", "1m")).toBe(true);
  changeChartSettings({
    style: "candles",
    scale: "linear",
    studies: [],
    drawings: true,
    magnet: true,
  });
  const [layout] = chartLayouts.get();
  expect(layout).toMatchObject({ name: "Scalp", interval: "1m" });
  showLayout(layout!);
  expect(chartSettings.get()).toMatchObject({
    style: "line",
    scale: "log",
    studies: [{ kind: "rsi" }],
    drawings: false,
    magnet: true,
  });
});

test("a name that is there is overwritten; renaming to one is refused; deleting leaves the others", () => {
  saveLayout("A", "1m");
  saveLayout("B", "1h");
  saveLayout("A", "4h");
  expect(chartLayouts.get().map(({ name, interval }) => `${name} ${interval}`)).toEqual([
    "A 4h",
    "B 1h",
  ]);
  expect([renameLayout("A", "B"), renameLayout("A", "C"), renameLayout("C", "C")]).toEqual([
    false,
    true,
    true,
  ]);
  deleteLayout("B");
  expect(names()).toEqual(["C"]);
});

test("there is a largest number of them", () => {
  for (let index = 0; index < MAX_LAYOUTS; index += 1) saveLayout(`${index}`, "1m");
  expect([saveLayout("one more", "1m"), saveLayout("3", "1h")]).toEqual([false, true]);
  expect(names()).toHaveLength(MAX_LAYOUTS);
});

test("stored ones that are not valid are left out", () => {
  const good = { name: "A", interval: "3m", settings: { style: "hollow" } };
  const bad = [
    7,
    { ...good, name: "" },
    { ...good, name: "x".repeat(100) },
    { ...good, interval: "7m" },
    { ...good, settings: 1 },
  ];
  expect(parseLayouts([...bad, good])).toEqual([
    {
      name: "A",
      interval: "3m",
      settings: { style: "hollow", scale: "linear", drawings: true, studies: [] },
    },
  ]);
  expect(parseLayouts({})).toBeUndefined();
});

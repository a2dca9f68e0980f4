import { expect, it } from "vitest";
import { studiesOf } from "#components/trading/chart/indicators/study-settings.ts";
import { parseChartSettings } from "./chart-settings.ts";

it("settings stored by an older page keep what they say and take the rest from the default", () => {
  expect(parseChartSettings({ scale: "log", fills: false, studies: [{ kind: "rsi" }] })).toEqual({
    scale: "log",
    style: "candles",
    magnet: false,
    fills: false,
    moves: true,
    drawings: true,
    tools: false,
    studies: [{ kind: "rsi" }],
  });
});

it("an indicator takes what its setting does not say from the default, and unknown ones are left out", () => {
  expect(
    studiesOf([
      { kind: "rsi" },
      { kind: "none" },
      7,
      { kind: "sma", period: 10 },
      { kind: "macd", params: [5, "x", 100_000] },
    ]),
  ).toEqual([
    { id: 0, kind: "rsi", params: [14] },
    { id: 1, kind: "sma", params: [10] },
    { id: 2, kind: "macd", params: [5, 26, 9] },
  ]);
});

it("unknown values are ignored, and what is no object is refused", () => {
  const parsed = parseChartSettings({ style: "renko", magnet: "yes", scale: 1, studies: "none" });
  expect(parsed).toMatchObject({ style: "candles", magnet: false, scale: "linear", studies: [] });
  expect(parseChartSettings({ style: "hollow", magnet: true })).toMatchObject({
    style: "hollow",
    magnet: true,
  });
  expect(parseChartSettings("line")).toBeUndefined();
});

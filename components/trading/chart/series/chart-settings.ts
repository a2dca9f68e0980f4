/** Settings of the chart, stored in this browser: its scale and bars, fill marks, crosshair, and indicators. */
import { createPreference } from "#components/data/preference.ts";

export const SCALE_MODES = ["linear", "log", "percent"] as const;
export type ScaleMode = (typeof SCALE_MODES)[number];

/** `hollow`: rising candles have an outline only. `line`: the closes. */
export const BAR_STYLES = ["candles", "hollow", "line"] as const;
export type BarStyle = (typeof BAR_STYLES)[number];

export type ChartSettings = {
  scale: ScaleMode;
  style: BarStyle;
  /** Whether the crosshair snaps to the nearest open, high, low or close. */
  magnet: boolean;
  /** Whether own fills are marked at their price. */
  fills: boolean;
  /** Whether moves of the price are marked at the bar in which they opened. */
  moves: boolean;
  /** Whether drawings are shown, and whether their tools are. */
  drawings: boolean;
  tools: boolean;
  /** As stored; `studiesOf` reads them, so that the names of indicators are loaded with the first one. */
  studies: readonly unknown[];
};

export const chartSettings = createPreference<ChartSettings>(
  "chart",
  {
    scale: "linear",
    style: "candles",
    magnet: false,
    fills: true,
    moves: true,
    drawings: true,
    tools: false,
    studies: [],
  },
  parseChartSettings,
);

export function parseChartSettings(stored: unknown): ChartSettings | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { scale, style, magnet, fills, moves, drawings, tools, studies } = stored as Record<
    string,
    unknown
  >;
  return {
    scale: SCALE_MODES.find((one) => one === scale) ?? "linear",
    style: BAR_STYLES.find((one) => one === style) ?? "candles",
    magnet: magnet === true,
    fills: fills !== false,
    moves: moves !== false,
    drawings: drawings !== false,
    tools: tools === true,
    studies: Array.isArray(studies) ? studies : [],
  };
}

export function changeChartSettings(change: Partial<ChartSettings>): void {
  chartSettings.set({ ...chartSettings.get(), ...change });
}

/** Settings of the chart, stored in this browser: its scale and bars, fill marks, crosshair, and indicators. */
import { createPreference } from "#components/data/preference.ts";

export const SCALE_MODES = ["linear", "log", "percent"] as const;
export type ScaleMode = (typeof SCALE_MODES)[number];

/** `hollow`: rising candles have an outline only. `line`: the closes. */
export const BAR_STYLES = ["candles", "hollow", "line"] as const;
export type BarStyle = (typeof BAR_STYLES)[number];

export const STUDY_KINDS = ["sma", "ema", "bollinger", "vwap", "rsi"] as const;
export type StudyKind = (typeof STUDY_KINDS)[number];

/** `period` counts bars; a VWAP has none. */
export type StudySetting = { id: number; kind: StudyKind; period: number };

export type ChartSettings = {
  scale: ScaleMode;
  style: BarStyle;
  /** Whether the crosshair snaps to the nearest open, high, low or close. */
  magnet: boolean;
  /** Whether own fills are marked at their price. */
  fills: boolean;
  /** Whether moves of the price are marked at the bar in which they opened. */
  moves: boolean;
  studies: readonly StudySetting[];
};

export const MAX_STUDIES = 8;
export const LONGEST_PERIOD = 500;
/** An average of one bar would be the bar itself. */
export const SHORTEST_PERIOD = 2;
export const DEFAULT_PERIOD: Readonly<Record<StudyKind, number>> = {
  sma: 20,
  ema: 50,
  bollinger: 20,
  vwap: 0,
  rsi: 14,
};

export const chartSettings = createPreference<ChartSettings>(
  "chart",
  { scale: "linear", style: "candles", magnet: false, fills: true, moves: false, studies: [] },
  parseChartSettings,
);

export function parseChartSettings(stored: unknown): ChartSettings | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { scale, style, magnet, fills, moves, studies } = stored as Record<string, unknown>;
  return {
    scale: SCALE_MODES.find((one) => one === scale) ?? "linear",
    style: BAR_STYLES.find((one) => one === style) ?? "candles",
    magnet: magnet === true,
    fills: fills !== false,
    moves: moves === true,
    studies: Array.isArray(studies)
      ? studies
          .flatMap(parseStudy)
          .slice(0, MAX_STUDIES)
          .map((study, id) => ({ ...study, id }))
      : [],
  };
}

export function changeChartSettings(change: Partial<ChartSettings>): void {
  chartSettings.set({ ...chartSettings.get(), ...change });
}

export function isPeriod(period: number): boolean {
  return Number.isInteger(period) && period >= SHORTEST_PERIOD && period <= LONGEST_PERIOD;
}

function parseStudy(stored: unknown): StudySetting[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { kind, period } = stored as Record<string, unknown>;
  const known = STUDY_KINDS.find((one) => one === kind);
  if (!known) return [];
  const chosen = typeof period === "number" && isPeriod(period) ? period : DEFAULT_PERIOD[known];
  return [{ id: 0, kind: known, period: chosen }];
}

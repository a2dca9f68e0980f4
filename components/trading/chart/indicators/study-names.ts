/** Names and colours of indicators, for legend and settings. */
import type { ChartText } from "#components/trading/chart/series/chart-text.ts";
import type { StudyKind, StudySetting } from "./study-settings.ts";

const LINES: Readonly<Record<StudyKind, readonly string[]>> = {
  sma: ["value"],
  ema: ["value"],
  bollinger: ["upper", "middle", "lower"],
  vwap: ["value"],
  rsi: ["value"],
};

/** The lines that an indicator draws, in the order of its values. */
export function studyLines(kind: StudyKind): readonly string[] {
  return LINES[kind];
}

export function studyKey({ id }: StudySetting, line: string): string {
  return `study-${id.toString()}-${line}`;
}

export function studyColour({ id }: StudySetting): string {
  return `var(--study-${((id % 4) + 1).toString()})`;
}

/** The name in the legend: `SMA 20`. */
export function studyName({ kind, period }: StudySetting, text: ChartText): string {
  return kind === "vwap" ? text("vwapShort") : `${text(`${kind}Short`)} ${period.toString()}`;
}

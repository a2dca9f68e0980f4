/** Names and colours of indicators, for legend and settings. */
import type { StudyKind, StudySetting } from "#components/trading/chart/series/chart-settings.ts";
import type { ChartText } from "#components/trading/chart/series/chart-text.ts";

/** Distinguishable with any kind of colour vision. None is a colour of up or down. */
export const STUDY_COLOURS =
  "[--study-1:#1d5bd0] [--study-2:#a85a00] [--study-3:#8a3ab0] [--study-4:#00707c] dark:[--study-1:#7fb0ff] dark:[--study-2:#f0a94a] dark:[--study-3:#d79bf2] dark:[--study-4:#5cc8d0]";

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

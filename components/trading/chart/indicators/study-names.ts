/** Names and colours of indicators, for legend and settings. */
import type { StudySetting } from "./study-settings.ts";
import type { StudyText } from "./study-texts.tsx";

export function studyKey({ id }: Pick<StudySetting, "id">, line: string): string {
  return `study-${id.toString()}-${line}`;
}

export function studyColour({ id }: Pick<StudySetting, "id">): string {
  return `var(--study-${((id % 4) + 1).toString()})`;
}

/** The name in the legend: `SMA 20`, `MACD 12 26 9`. */
export function studyName({ kind, params }: StudySetting, text: StudyText): string {
  return [text(`${kind}Short`), ...params].join(" ");
}

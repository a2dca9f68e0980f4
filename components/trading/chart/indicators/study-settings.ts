/** The indicators that were chosen, as the chart's settings store them. */

export const STUDY_KINDS = ["sma", "ema", "bollinger", "vwap", "rsi"] as const;
export type StudyKind = (typeof STUDY_KINDS)[number];

/** `period` counts bars; a VWAP has none. */
export type StudySetting = { id: number; kind: StudyKind; period: number };

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

/** Valid ones only. Each is numbered by its place. */
export function studiesOf(stored: readonly unknown[]): StudySetting[] {
  return stored
    .flatMap(parseStudy)
    .slice(0, MAX_STUDIES)
    .map((study, id) => ({ ...study, id }));
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

/** The indicators that were chosen, as the chart's settings store them. */
import { isRecord } from "#lib/protocol/is-record.ts";
import { type Param, STUDY_KINDS, type StudyKind, studyRow } from "./study-table.ts";

export type StudySetting = { id: number; kind: StudyKind; params: readonly number[] };

export const MAX_STUDIES = 8;

/** Valid ones only. Each is numbered by its place. */
export function studiesOf(stored: readonly unknown[]): StudySetting[] {
  return stored
    .flatMap(parseStudy)
    .slice(0, MAX_STUDIES)
    .map((study, id) => ({ ...study, id }));
}

export function initialParams(kind: StudyKind): number[] {
  return studyRow(kind).params.map(({ initial }) => initial);
}

export function isParam({ least, most }: Param, value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function parseStudy(stored: unknown): StudySetting[] {
  if (!isRecord(stored)) return [];
  const kind = STUDY_KINDS.find((one) => one === stored["kind"]);
  if (!kind) return [];
  // A setting with one number only is written as `period`.
  const { params, period } = stored;
  const given: readonly unknown[] = Array.isArray(params) ? params : [period];
  const chosen = studyRow(kind).params.map((param, index) =>
    isParam(param, given[index]) ? given[index] : param.initial,
  );
  return [{ id: 0, kind, params: chosen }];
}

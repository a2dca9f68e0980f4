/** Combines what the sources say about a release with what was known before. Pure. */

import { hasNumber } from "#lib/catalysts/calendar/parsing/kinds.ts";
import type { CalendarStatement, calendarItems } from "#lib/catalysts/schema/calendar.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { CalendarPrecision, CalendarStatus } from "#lib/protocol/market-knowledge.ts";
import { computeSurprise } from "./surprise.ts";

const OVERDUE_MS = 900_000;
/** A number that arrives earlier than this before its time is a mistake of the source. */
const EARLY_MS = 300_000;

/** A release without the fields that the service adds: its id, revision and recording times. */
export type Release = Omit<
  typeof calendarItems.$inferSelect,
  "id" | "revision" | "recordedAt" | "releasedAt" | "surpriseZ"
>;

export type SourceStatement = { source: string; simulated: boolean; statement: CalendarStatement };

/**
 * The first source decides the time and the cancellation. A field that it lacks comes from the next
 * source that has it. A published number stays until another one replaces it. It is dropped when
 * the release moves to a later date, because it then belongs to an earlier release.
 * @param first the source that announced the release first, then the others in a fixed order
 * @param now Unix milliseconds
 */
export function foldRelease(
  [first, ...others]: readonly [SourceStatement, ...SourceStatement[]],
  before: Release | undefined,
  now: number,
): Release {
  const { statement: own, source, simulated } = first;
  const all = [own, ...others.map(({ statement }) => statement)];
  const given = <Name extends keyof CalendarStatement>(name: Name) =>
    all.map((one) => one[name]).find((value) => value !== null) ?? null;
  const time = timeOf(own, all);
  const unit = given("unit");
  // Numbers in different units are not mixed.
  const measured = all.filter((one) => one.unit === null || one.unit === unit);
  const figure = (name: "forecast" | "previous" | "revisedPrevious" | "actual") =>
    measured.map((one) => one[name]).find((value) => value !== null) ?? null;
  const actual = isEarly(time, now) ? null : (figure("actual") ?? before?.actual ?? null);
  const forecast = figure("forecast");
  const release = {
    kind: own.kind,
    title: own.title,
    country: given("country"),
    ...time,
    period: given("period"),
    unit,
    forecast,
    previous: figure("previous"),
    revisedPrevious: figure("revisedPrevious"),
    actual,
    surprise: computeSurprise(actual, forecast),
    source,
    url: given("url"),
    simulated,
  };
  return { ...release, status: statusOf(release, own.isCancelled, { before, now }) };
}

type Time = { scheduledAt: number; precision: CalendarPrecision };

/** True while it is too early for the number that is due. Times are Unix milliseconds. */
export function isEarly({ scheduledAt }: Time, now: number): boolean {
  return now < scheduledAt - EARLY_MS;
}

/** When the first source knows only the day, another one may add the time of day. */
function timeOf(own: CalendarStatement, all: readonly CalendarStatement[]): Time {
  const day = Math.floor(own.scheduledAt / DAY_MS);
  const exact = all.find(
    ({ precision, scheduledAt }) =>
      precision === "minute" && Math.floor(scheduledAt / DAY_MS) === day,
  );
  const { scheduledAt, precision } = own.precision === "minute" ? own : (exact ?? own);
  return { scheduledAt, precision };
}

type Course = { before: Release | undefined; now: number };

function statusOf(
  release: Omit<Release, "status">,
  isCancelled: boolean,
  { before, now }: Course,
): CalendarStatus {
  if (release.actual !== null) return "released";
  if (isCancelled) return "cancelled";
  if (isOverdue(release, now)) return "overdue";
  const isMoved =
    before !== undefined && (before.status === "moved" || isAnotherTime(before, release));
  return isMoved ? "moved" : "scheduled";
}

/** Learning the time of day is not a move. */
function isAnotherTime(before: Time, after: Time): boolean {
  const isSameDay =
    Math.floor(before.scheduledAt / DAY_MS) === Math.floor(after.scheduledAt / DAY_MS);
  if (before.precision !== after.precision && isSameDay) return false;
  return before.scheduledAt !== after.scheduledAt;
}

export function isOverdue(
  { kind, title, scheduledAt, precision }: Pick<Release, "kind" | "title"> & Time,
  now: number,
): boolean {
  const due = precision === "day" ? scheduledAt + DAY_MS : scheduledAt;
  return hasNumber(kind, title) && now > due + OVERDUE_MS;
}

/** Field names of the API. */
const FIELDS = {
  kind: "kind",
  title: "title",
  country: "country",
  scheduledAt: "scheduled_at",
  precision: "precision",
  period: "period",
  unit: "unit",
  forecast: "forecast",
  previous: "previous",
  revisedPrevious: "revised_previous",
  actual: "actual",
  surprise: "surprise",
  status: "status",
  source: "source",
  url: "url",
  simulated: "simulated",
} as const satisfies Record<keyof Release, string>;

export function findChanges(before: Release, after: Release): string[] {
  const names = Object.keys(FIELDS) as (keyof Release)[];
  return names.filter((name) => before[name] !== after[name]).map((name) => FIELDS[name]);
}

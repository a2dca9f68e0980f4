/** What is known of a release: what its sources say, and what was known before. Pure. */
import { hasNumber } from "#lib/catalysts/calendar/parsing/kinds.ts";
import type { CalendarStatement, calendarItems } from "#lib/platform/db/schema/calendar.ts";
import type { CalendarPrecision, CalendarStatus } from "#lib/protocol/enumerations.ts";
import { surpriseOf } from "./surprise.ts";

const DAY_MS = 86_400_000;
const OVERDUE_MS = 900_000;
/** A number that comes so long before its time is a mistake of the source. */
const EARLY_MS = 300_000;

/** Without what the service adds: id, revision and times of its own. */
export type Release = Omit<
  typeof calendarItems.$inferSelect,
  "id" | "revision" | "recordedAt" | "releasedAt" | "surpriseZ"
>;

export type Told = { source: string; simulated: boolean; statement: CalendarStatement };

/**
 * The first source decides time and cancellation. What it does not give comes from the next one that does. A number that came stays
 * until another one takes its place, or the release is moved ahead: it is then the number of an earlier one.
 * @param told the source that told of it first, then the others in a fixed order
 * @param now Unix milliseconds
 */
export function foldRelease(
  [first, ...others]: readonly [Told, ...Told[]],
  before: Release | undefined,
  now: number,
): Release {
  const { statement: own, source, simulated } = first;
  const all = [own, ...others.map(({ statement }) => statement)];
  const given = <Name extends keyof CalendarStatement>(name: Name) =>
    all.map((one) => one[name]).find((value) => value !== null) ?? null;
  const time = timeOf(own, all);
  const unit = given("unit");
  // Numbers of two units are not one number.
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
    surprise: surpriseOf(actual, forecast),
    source,
    url: given("url"),
    simulated,
  };
  return { ...release, status: statusOf(release, own.isCancelled, { before, now }) };
}

type Time = { scheduledAt: number; precision: CalendarPrecision };

/** True while a number cannot be the one that is due. Time in Unix milliseconds. */
export function isEarly({ scheduledAt }: Time, now: number): boolean {
  return now < scheduledAt - EARLY_MS;
}

/** Of a first source that knows the day alone, another one may know the minute. */
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

/** That a minute of the same day is known now moves nothing. */
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

/** Names of the interface. */
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

export function changesOf(before: Release, after: Release): string[] {
  const names = Object.keys(FIELDS) as (keyof Release)[];
  return names.filter((name) => before[name] !== after[name]).map((name) => FIELDS[name]);
}

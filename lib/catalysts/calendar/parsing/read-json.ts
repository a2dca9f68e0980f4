/**
 * Reads a calendar in JSON: our own form (docs/api/calendar.md), and lists with the field names of
 * vendors. The list is the document itself, or its field `items`, `results`, `data` or
 * `economicCalendar`.
 */

import { type LocalTime, toUtc, zonedTime } from "#lib/catalysts/sources/zoned-time.ts";
import type { CalendarLeftOut } from "#lib/protocol/market-knowledge.ts";
import { findDatedPeriod } from "./kinds.ts";
import { countLeftOut, type RawRelease, type ReadDocument } from "./raw-release.ts";

const LISTS = ["items", "results", "data", "economicCalendar"] as const;

const FIELDS = {
  id: ["id", "uid", "CalendarId"],
  title: ["title", "event", "Event", "name"],
  kind: ["kind"],
  country: ["country", "Country", "currency"],
  time: ["time", "scheduled_at", "date", "Date"],
  timezone: ["timezone"],
  period: ["period", "Reference"],
  unit: ["unit", "Unit"],
  forecast: ["forecast", "estimate", "Forecast"],
  previous: ["previous", "prev", "Previous"],
  revisedPrevious: ["revised_previous", "Revised"],
  actual: ["actual", "Actual"],
  status: ["status"],
  url: ["url"],
} as const;

/**
 * @param zone that of times that name none, undefined: UTC for vendors, who document it so, and unknown in our own form
 * @throws Error when the text is not JSON or has no list
 */
export function readJsonCalendar(text: string, zone: string | undefined): ReadDocument {
  const list = listOf(JSON.parse(text));
  if (list === undefined) throw new Error("no list of releases");
  const leftOut = new Map<CalendarLeftOut, number>();
  const releases = list.flatMap((one) => {
    const release = isRecord(one) ? releaseOf(one, zone) : "damaged";
    if (typeof release === "string") countLeftOut(leftOut, release);
    else if (release.isZoneUnknown === true) countLeftOut(leftOut, "unknown_zone");
    return typeof release === "string" ? [] : [release];
  });
  return { releases, leftOut };
}

/** The field by which vendors call a release; our own form has a title. */
const VENDORS = ["event", "Event"];

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  return LISTS.map((name) => value[name]).find((one) => Array.isArray(one));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function releaseOf(
  record: Readonly<Record<string, unknown>>,
  sourceZone: string | undefined,
): RawRelease | CalendarLeftOut {
  const field = (name: keyof typeof FIELDS) =>
    FIELDS[name].map((one) => (Object.hasOwn(record, one) ? record[one] : undefined)).find(isGiven);
  const isVendor = VENDORS.some((name) => Object.hasOwn(record, name));
  const zone = field("timezone") ?? sourceZone ?? (isVendor ? "UTC" : undefined);
  const time = timeOf(field("time"), zone);
  const title = field("title");
  if (typeof title !== "string") return "damaged";
  if (typeof time === "string") return time;
  const id = field("id");
  const period = field("period");
  // An item without an id is recognised by its title and period, else by its time. A period without
  // a year, such as "Apr", comes back each year and does not count.
  const which = findDatedPeriod(period) ?? field("time");
  const named = [title, field("country"), which].map(wordOf).join("/");
  return {
    uid: typeof id === "string" || typeof id === "number" ? String(id) : named,
    ...time,
    isCancelled: /^cancell?ed$/i.test(wordOf(field("status"))),
    title,
    kind: field("kind"),
    country: field("country"),
    period,
    unit: field("unit"),
    forecast: field("forecast"),
    previous: field("previous"),
    revisedPrevious: field("revisedPrevious"),
    actual: field("actual"),
    url: field("url"),
  };
}

function wordOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

type Time = Pick<RawRelease, "at" | "precision" | "isZoneUnknown">;

/** From this value on a number counts milliseconds, below it seconds, since 1970. */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * A time without an offset is in `timezone`. Without either, the instant is unknown: only the day
 * counts. A number is a Unix time.
 */
function timeOf(given: unknown, timezone: unknown): Time | CalendarLeftOut {
  if (typeof given === "number" && given >= 1_000_000_000) {
    return { at: given < FIRST_MILLISECONDS ? given * 1_000 : given, precision: "minute" };
  }
  const [, year, month, day, hour, minute, second, offset] = TIME.exec(wordOf(given).trim()) ?? [];
  if (year === undefined) return "no_time";
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const clock = {
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
  };
  const local: LocalTime = { ...date, ...clock };
  if (Number.isNaN(toUtc(local))) return "no_time";
  const midnight = toUtc({ ...date, hour: 0, minute: 0, second: 0 });
  const dayAlone = { at: midnight, precision: "day" } as const;
  if (hour === undefined || (offset === undefined && !isGiven(timezone))) return dayAlone;
  const at = instantOf(local, offset, timezone);
  if (at === undefined || Number.isNaN(at)) return { ...dayAlone, isZoneUnknown: true };
  return { at, precision: "minute" };
}

function instantOf(
  local: LocalTime,
  offset: string | undefined,
  timezone: unknown,
): number | undefined {
  if (offset === undefined) {
    return typeof timezone === "string" ? zonedTime(local, timezone) : undefined;
  }
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return toUtc(local) - (sign === "-" ? -ahead : ahead);
}

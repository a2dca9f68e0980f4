/**
 * Reads a calendar as ICS (RFC 5545). Numbers are in our own properties, such as `X-ACTUAL`:
 * agencies publish none, and their titles give the kind. A time zone that the document defines
 * takes precedence over the IANA database.
 */

import ICAL from "ical.js";
import { type LocalTime, toUtc, zonedTime } from "#lib/catalysts/sources/zoned-time.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { CalendarLeftOut } from "#lib/protocol/market-knowledge.ts";
import { icsParts } from "./ics-parts.ts";
import { countLeftOut, type RawRelease, type ReadDocument } from "./raw-release.ts";

/** How far back occurrences of a repeated event are expanded. */
const REPEATED_PAST_MS = 35 * DAY_MS;
const MAX_OF_ONE = 100;
/** The most occurrences that are expanded in one document. */
const MAX_STEPS = 5_000;

export type IcsWindow = {
  from: number;
  to: number;
  now: number;
  /** IANA or Windows name of the zone of times that name none, where the document has none either. */
  zone: string | undefined;
};

type Calendar = {
  window: IcsWindow;
  /** The zone of times that name no zone. */
  zone: string | undefined;
  /** Occurrences of repeated events that were moved or cancelled individually, by id. */
  exceptions: ReadonlyMap<string, readonly ICAL.Component[]>;
  steps: number;
  leftOut: Map<CalendarLeftOut, number>;
};

/** @throws Error when the document is not a calendar */
export function readIcs(text: string, window: IcsWindow): ReadDocument {
  const { roots, damaged } = rootsOf(text);
  const budget = { steps: 0 };
  const leftOut = new Map<CalendarLeftOut, number>();
  if (damaged > 0) leftOut.set("damaged", damaged);
  const releases = roots.flatMap((root) => {
    const component = new ICAL.Component(root);
    if (component.name !== "vcalendar") throw new Error("no calendar");
    return releasesOf(component, { window, budget, leftOut });
  });
  return { releases, leftOut };
}

/** The calendars of a document. When it has a damaged event, each event is parsed for itself. */
function rootsOf(text: string): { roots: unknown[][]; damaged: number } {
  try {
    return { roots: listOf(ICAL.parse(text)), damaged: 0 };
  } catch (error) {
    const parts = icsParts(text);
    if (parts === undefined) throw error;
    const sound = parts.events.filter(isSound);
    if (sound.length === 0) throw error;
    return {
      roots: listOf(ICAL.parse(parts.calendarOf(sound))),
      damaged: parts.events.length - sound.length,
    };
  }
}

function listOf(parsed: unknown): unknown[][] {
  const isList = Array.isArray(parsed) && Array.isArray(parsed[0]);
  return (isList ? parsed : [parsed]) as unknown[][];
}

function isSound(event: string): boolean {
  try {
    ICAL.parse(event);
    return true;
  } catch {
    return false;
  }
}

function releasesOf(
  root: ICAL.Component,
  {
    window,
    budget,
    leftOut,
  }: { window: IcsWindow; budget: { steps: number }; leftOut: Map<CalendarLeftOut, number> },
): RawRelease[] {
  const events = newestOf(root.getAllSubcomponents("vevent"));
  const isException = (event: ICAL.Component) => event.hasProperty("recurrence-id");
  const calendar: Calendar = {
    window,
    zone: textOf(root, "x-wr-timezone") ?? window.zone,
    exceptions: Map.groupBy(events.filter(isException), (event) => textOf(event, "uid") ?? ""),
    steps: budget.steps,
    leftOut,
  };
  const masters = events.filter((event) => !isException(event));
  const known = new Set(masters.map((event) => textOf(event, "uid")));
  const alone = events.filter((event) => isException(event) && !known.has(textOf(event, "uid")));
  const all = masters.flatMap((event) => readable(calendar, () => occurrencesOf(event, calendar)));
  budget.steps = calendar.steps;
  return [
    ...all,
    ...alone.flatMap((event) => readable(calendar, () => exceptionOf(event, calendar) ?? [])),
  ];
}

/** What an event says; nothing, and counted, when the library cannot make out a date or a rule of it. */
function readable({ leftOut }: Calendar, read: () => RawRelease | RawRelease[]): RawRelease[] {
  try {
    return [read()].flat();
  } catch {
    countLeftOut(leftOut, "damaged");
    return [];
  }
}

/**
 * A document may contain several versions of one event: the highest `SEQUENCE` counts, and of equal
 * ones the last.
 */
function newestOf(events: readonly ICAL.Component[]): ICAL.Component[] {
  const newest = new Map<string, ICAL.Component>();
  for (const event of events) {
    const key = `${textOf(event, "uid") ?? ""}\n${textOf(event, "recurrence-id") ?? ""}`;
    const known = newest.get(key);
    if (known === undefined || sequenceOf(event) >= sequenceOf(known)) newest.set(key, event);
  }
  return [...newest.values()];
}

function sequenceOf(event: ICAL.Component): number {
  return Number(textOf(event, "sequence") ?? 0) || 0;
}

function occurrencesOf(event: ICAL.Component, calendar: Calendar): RawRelease[] {
  const uid = textOf(event, "uid");
  const start = event.getFirstProperty("dtstart");
  if (uid === undefined || start === null) {
    countLeftOut(calendar.leftOut, "no_time");
    return [];
  }
  const isRepeated = event.hasProperty("rrule") || event.hasProperty("rdate");
  if (isRepeated) return repeatedOf(event, { uid, start }, calendar);
  const time = timeOf(start, start.getFirstValue(), calendar);
  noteTime(time, calendar);
  return time === undefined ? [] : [releaseOf(event, uid, time)];
}

function repeatedOf(
  event: ICAL.Component,
  { uid, start }: { uid: string; start: ICAL.Property },
  calendar: Calendar,
): RawRelease[] {
  const first = start.getFirstValue();
  noteTime(timeOf(start, first, calendar), calendar);
  if (!(first instanceof ICAL.Time)) return [];
  const { now, to } = calendar.window;
  const exceptions = new Map(
    (calendar.exceptions.get(uid) ?? []).flatMap((one) => {
      const [release] = readable(calendar, () => exceptionOf(one, calendar) ?? []);
      return release === undefined ? [] : [[release.uid, release] as const];
    }),
  );
  const expansion = new ICAL.RecurExpansion({ component: event, dtstart: first });
  const found: RawRelease[] = [];
  while (found.length < MAX_OF_ONE && calendar.steps < MAX_STEPS) {
    calendar.steps += 1;
    const next: unknown = expansion.next();
    if (!(next instanceof ICAL.Time)) break;
    const time = timeOf(start, next, calendar);
    if (time === undefined || time.at > to) break;
    if (time.at < now - REPEATED_PAST_MS) continue;
    const id = occurrenceId(uid, time.at);
    found.push(exceptions.get(id) ?? releaseOf(event, id, time));
  }
  return found;
}

function exceptionOf(event: ICAL.Component, calendar: Calendar): RawRelease | undefined {
  const uid = textOf(event, "uid");
  const start = event.getFirstProperty("dtstart");
  const original = event.getFirstProperty("recurrence-id");
  if (uid === undefined || start === null || original === null) return undefined;
  const time = timeOf(start, start.getFirstValue(), calendar);
  const before = timeOf(original, original.getFirstValue(), calendar);
  if (time === undefined || before === undefined) return undefined;
  return releaseOf(event, occurrenceId(uid, before.at), time);
}

/** Made of the original time, so an occurrence that is moved keeps its id. */
function occurrenceId(uid: string, at: number): string {
  return `${uid}/${new Date(at).toISOString()}`;
}

type Time = Pick<RawRelease, "at" | "precision" | "isZoneUnknown">;

function noteTime(time: Time | undefined, { leftOut }: Calendar): void {
  if (time === undefined) countLeftOut(leftOut, "no_time");
  else if (time.isZoneUnknown === true) countLeftOut(leftOut, "unknown_zone");
}

function timeOf(property: ICAL.Property, value: unknown, { zone }: Calendar): Time | undefined {
  if (!(value instanceof ICAL.Time)) return undefined;
  const { year, month, day, hour, minute, second, isDate } = value;
  const local: LocalTime = { year, month, day, hour, minute, second };
  const date = toUtc({ ...local, hour: 0, minute: 0, second: 0 });
  if (Number.isNaN(date)) return undefined;
  if (isDate) return { at: date, precision: "day" };
  if (value.zone === ICAL.Timezone.utcTimezone) return minuteAt(toUtc(local));
  const named = property.getFirstParameter("tzid") || zone;
  // Without a zone, the instant is unknown: only the day counts.
  if (named === undefined) return { at: date, precision: "day" };
  const defined = property.parent?.getTimeZoneByID(named);
  if (defined == null)
    return minuteAt(zonedTime(local, named)) ?? { at: date, precision: "day", isZoneUnknown: true };
  return minuteAt(toUtc(local) - defined.utcOffset(value) * 1_000);
}

function minuteAt(at: number | undefined): Time | undefined {
  return at === undefined || Number.isNaN(at) ? undefined : { at, precision: "minute" };
}

function releaseOf(event: ICAL.Component, uid: string, time: Time): RawRelease {
  return {
    uid,
    ...time,
    isCancelled: textOf(event, "status")?.toUpperCase() === "CANCELLED",
    title: textOf(event, "summary"),
    kind: textOf(event, "x-kind")?.toLowerCase(),
    country: textOf(event, "x-country"),
    period: textOf(event, "x-period"),
    unit: textOf(event, "x-unit"),
    forecast: textOf(event, "x-forecast"),
    previous: textOf(event, "x-previous"),
    revisedPrevious: textOf(event, "x-revised-previous"),
    actual: textOf(event, "x-actual"),
    url: textOf(event, "url"),
  };
}

function textOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name);
  if (value === null || value === undefined) return undefined;
  const text = value.toString().trim();
  return text === "" ? undefined : text;
}

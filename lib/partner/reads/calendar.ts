/** Hours, days, weeks and months of a time zone. They cut what a chart shows; levels know no calendar. */
import { Temporal } from "temporal-polyfill";
import type { Granularity } from "#lib/protocol/partner-reads.ts";

const HOUR_MS = 3_600_000;

/** Names of the IANA database. Offsets (+05:30) and whole times, which Temporal takes for a zone as well, are none. */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Unix milliseconds of an ISO date and time, or of the beginning of a day: midnight, or what comes after it where it is left out. */
export function instantOf(text: string, timeZone: string): number {
  if (text.includes("T")) return Date.parse(text);
  return Temporal.PlainDate.from(text).toZonedDateTime(timeZone).epochMilliseconds;
}

/**
 * The beginning of the hour, day, week (Monday) or month in which `time` lies. Hours begin when the clock shows a whole one, and where it
 * is changed: half an hour at Lord Howe.
 */
export function bucketStart(time: number, granularity: Granularity, timeZone: string): number {
  const at = zoned(time, timeZone);
  if (granularity !== "hour") return startOf(at, granularity).epochMilliseconds;
  const start = time - sinceWholeHour(at);
  if (zoned(start, timeZone).offsetNanoseconds === at.offsetNanoseconds) return start;
  // The change may be at `time` itself.
  const change = zoned(time + 1, timeZone).getTimeZoneTransition("previous");
  return Math.max(start, change?.epochMilliseconds ?? start);
}

/** The beginning of the one after it. A day of 23 or 25 hours is one day; an hour that the clock shows twice is two. */
export function nextBucket(start: number, granularity: Granularity, timeZone: string): number {
  const at = zoned(start, timeZone);
  if (granularity === "hour") return nextHour(at);
  // From the date: a day that begins at 01:00, because midnight was left out, is followed by one that begins at 00:00.
  const step = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } }[granularity];
  return at.toPlainDate().add(step).toZonedDateTime(timeZone).epochMilliseconds;
}

function nextHour(at: Temporal.ZonedDateTime): number {
  const next = at.epochMilliseconds + HOUR_MS - sinceWholeHour(at);
  if (zoned(next, at.timeZoneId).offsetNanoseconds === at.offsetNanoseconds) return next;
  return Math.min(next, at.getTimeZoneTransition("next")?.epochMilliseconds ?? next);
}

/** Milliseconds that the clock has gone since it showed a whole hour. */
function sinceWholeHour({ minute, second, millisecond }: Temporal.ZonedDateTime): number {
  return (minute * 60 + second) * 1_000 + millisecond;
}

function zoned(time: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}

function startOf(
  at: Temporal.ZonedDateTime,
  granularity: Exclude<Granularity, "hour">,
): Temporal.ZonedDateTime {
  const date = at.toPlainDate();
  const first = {
    day: date,
    week: date.subtract({ days: date.dayOfWeek - 1 }),
    month: date.with({ day: 1 }),
  }[granularity];
  return first.toZonedDateTime(at.timeZoneId);
}

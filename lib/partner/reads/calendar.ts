/** Hours, days, weeks and months of a time zone, for charts; levels do not depend on a calendar. */

import { Temporal } from "temporal-polyfill";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";

/** True for names of the IANA database, but not for offsets (+05:30) and date-times, which Temporal also accepts as a zone. */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Unix milliseconds of an ISO date and time, or of the start of a day, which is after midnight where a clock change skips it. */
export function instantOf(text: string, timeZone: string): number {
  if (text.includes("T")) return Date.parse(text);
  return Temporal.PlainDate.from(text).toZonedDateTime(timeZone).epochMilliseconds;
}

/**
 * The start of the hour, day, week (Monday) or month that contains `time`. Hours start at whole hours of the clock and at clock changes,
 * which at Lord Howe are half an hour.
 */
export function bucketStart(time: number, granularity: Granularity, timeZone: string): number {
  const at = zoned(time, timeZone);
  if (granularity !== "hour") return startOf(at, granularity).epochMilliseconds;
  const start = time - sinceWholeHour(at);
  if (zoned(start, timeZone).offsetNanoseconds === at.offsetNanoseconds) return start;
  // The clock change may be at `time` itself.
  const change = zoned(time + 1, timeZone).getTimeZoneTransition("previous");
  return Math.max(start, change?.epochMilliseconds ?? start);
}

/** The start of the next bucket. A day of 23 or 25 hours is one day; an hour that occurs twice is two. */
export function nextBucket(start: number, granularity: Granularity, timeZone: string): number {
  const at = zoned(start, timeZone);
  if (granularity === "hour") return nextHour(at);
  // Computed from the date, because a day that starts at 01:00 after a skipped midnight is followed by one that starts at 00:00.
  const step = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } }[granularity];
  return at.toPlainDate().add(step).toZonedDateTime(timeZone).epochMilliseconds;
}

function nextHour(at: Temporal.ZonedDateTime): number {
  const next = at.epochMilliseconds + HOUR_MS - sinceWholeHour(at);
  if (zoned(next, at.timeZoneId).offsetNanoseconds === at.offsetNanoseconds) return next;
  return Math.min(next, at.getTimeZoneTransition("next")?.epochMilliseconds ?? next);
}

/** Milliseconds since the clock's last whole hour. */
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

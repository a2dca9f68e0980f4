/** Converts a local time in an IANA time zone to an instant. */
import { DAY_MS } from "#lib/protocol/durations.ts";

/** Month and day start at 1. */
export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const MAX_NAME = 64;
/** The cache is bounded, because a zone's name may be written in any mix of cases. */
const MAX_FORMATS = 100;

/**
 * @returns Unix milliseconds; undefined for an unknown zone. Of a time that occurs twice, the first
 * one counts. A time that a clock change skips counts by the offset before the change (RFC 5545,
 * 3.3.5).
 */
export function zonedTime(local: LocalTime, zone: string): number | undefined {
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  const asUtc = toUtc(local);
  if (Number.isNaN(asUtc)) return undefined;
  const before = offsetAt(format, asUtc - DAY_MS);
  const after = offsetAt(format, asUtc + DAY_MS);
  const fits = [before, after].find((offset) => offsetAt(format, asUtc - offset) === offset);
  return asUtc - (fits ?? before);
}

/** NaN for an invalid date. */
export function toUtc({ year, month, day, hour, minute, second }: LocalTime): number {
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame && year >= 1970 && hour < 24 && minute < 60 ? time : Number.NaN;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined || zone.length > MAX_NAME) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US-u-ca-iso8601", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}

/** The zone's offset from UTC at `instant`, in milliseconds. */
function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return local - Math.floor(instant / 1_000) * 1_000;
}

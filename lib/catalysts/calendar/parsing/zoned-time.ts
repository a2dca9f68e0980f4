/** A local time in a time zone of the IANA database as an instant. */

/** Month and day count from 1. */
export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const DAY_MS = 86_400_000;
const MOST_NAME = 64;
/** A name has many spellings, because case does not count. */
const MOST_FORMATS = 100;

/**
 * @returns Unix milliseconds; undefined for a zone that is not known. Of a time that occurs twice, the first one; one that a change of
 * the clock leaves out counts by the offset before it (RFC 5545, 3.3.5)
 */
export function zonedTime(local: LocalTime, zone: string): number | undefined {
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  const asUtc = utcOf(local);
  if (Number.isNaN(asUtc)) return undefined;
  const before = offsetAt(format, asUtc - DAY_MS);
  const after = offsetAt(format, asUtc + DAY_MS);
  const fits = [before, after].find((offset) => offsetAt(format, asUtc - offset) === offset);
  return asUtc - (fits ?? before);
}

/** NaN when it is no date. */
export function utcOf({ year, month, day, hour, minute, second }: LocalTime): number {
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame && year >= 1970 && hour < 24 && minute < 60 ? time : Number.NaN;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined || zone.length > MOST_NAME) return known;
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
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}

/** What the zone's clocks are ahead of UTC at `instant`, in milliseconds. */
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

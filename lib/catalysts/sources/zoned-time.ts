/** Converts a local time in a named time zone to an instant. */
import { findIana } from "windows-iana";
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
  const format = formatOf(zone) ?? formatOf(ianaZone(zone) ?? "");
  if (format === undefined) return undefined;
  const asUtc = toUtc(local);
  if (Number.isNaN(asUtc)) return undefined;
  const before = offsetAt(format, asUtc - DAY_MS);
  const after = offsetAt(format, asUtc + DAY_MS);
  const fits = [before, after].find((offset) => offsetAt(format, asUtc - offset) === offset);
  return asUtc - (fits ?? before);
}

/** Zones that Outlook writes with what they are called on the screen, other than by their cities. */
const DISPLAYED: readonly (readonly [RegExp, string])[] = [
  [/\bEastern Time \(US/iu, "America/New_York"],
  [/\bCentral Time \(US/iu, "America/Chicago"],
  [/\bMountain Time \(US/iu, "America/Denver"],
  [/\bPacific Time \(US/iu, "America/Los_Angeles"],
  [/\bAtlantic Time \(Canada/iu, "America/Halifax"],
  [/\b(?:Dublin, Edinburgh|London)\b/iu, "Europe/London"],
  [/\bCoordinated Universal Time\b/iu, "UTC"],
  [/\b(?:Beijing|Chongqing)\b/iu, "Asia/Shanghai"],
  [/\b(?:Osaka|Sapporo)\b/iu, "Asia/Tokyo"],
  [/\b(?:Chennai|Mumbai|New Delhi)\b/iu, "Asia/Kolkata"],
  [/\b(?:Canberra|Melbourne)\b/iu, "Australia/Sydney"],
  [/\bWest Central Africa\b/iu, "Africa/Lagos"],
  [/\b(?:Bern|Stockholm|Vienna)\b/iu, "Europe/Berlin"],
  [/\b(?:Copenhagen|Madrid|Brussels)\b/iu, "Europe/Paris"],
  [/\b(?:Budapest|Prague|Belgrade)\b/iu, "Europe/Budapest"],
  [/\b(?:Kyiv|Riga|Sofia|Vilnius)\b/iu, "Europe/Kiev"],
  [/\bBrasilia\b/iu, "America/Sao_Paulo"],
  [/\bAbu Dhabi\b/iu, "Asia/Dubai"],
];

/**
 * `America/New_York` of `Eastern Standard Time` (CLDR's table), of `(UTC-05:00) Eastern Time (US & Canada)`, and of a name
 * that begins with its registry, such as `/mozilla.org/20070129_1/America/New_York` (RFC 5545, 3.2.19).
 */
function ianaZone(name: string): string | undefined {
  const [zone] = findIana(name);
  if (zone !== undefined) return zone;
  if (name.startsWith("/")) return endingZone(name.split("/"));
  const [, cities] = /^\((?:UTC|GMT)(?:[+-]\d\d:\d\d)?\) (.+)$/u.exec(name) ?? [];
  if (cities === undefined) return undefined;
  return DISPLAYED.find(([form]) => form.test(cities))?.[1] ?? cityZone(cities);
}

/** The longest ending that is a zone: some have three parts. */
function endingZone(parts: readonly string[]): string | undefined {
  return [3, 2, 1].map((count) => parts.slice(-count).join("/")).find(formatOf);
}

let zonesByCity: ReadonlyMap<string, string> | undefined;

/** The zone of the first city that names one. */
function cityZone(cities: string): string | undefined {
  zonesByCity ??= new Map(
    Intl.supportedValuesOf("timeZone").map((zone) => [
      (zone.split("/").at(-1) ?? "").replaceAll("_", " ").toLowerCase(),
      zone,
    ]),
  );
  for (const city of cities.split(", ")) {
    const zone = zonesByCity.get(city.trim().toLowerCase());
    if (zone !== undefined) return zone;
  }
  return undefined;
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

/** Quiet hours are times of day on the user's own clock, so they follow clock changes. */
import type { PushPreferences } from "#lib/protocol/wire/pushes.ts";

const DAY_MINUTES = 1_440;

/** `now` is in Unix milliseconds. Hours that start and end at the same minute have no effect. */
export function isQuiet(
  { quiet, time_zone: zone }: Pick<PushPreferences, "quiet" | "time_zone">,
  now: number,
): boolean {
  if (quiet === null) return false;
  const minute = minuteOfDay(zone, now);
  const { from, until } = quiet;
  return from <= until ? from <= minute && minute < until : from <= minute || minute < until;
}

/**
 * Seconds until the quiet hours start, by the present offset of the clock; infinite without quiet
 * hours. `now` is in Unix milliseconds.
 */
export function secondsUntilQuiet(
  { quiet, time_zone: zone }: Pick<PushPreferences, "quiet" | "time_zone">,
  now: number,
): number {
  if (quiet === null || quiet.from === quiet.until) return Number.POSITIVE_INFINITY;
  const minutes = (quiet.from - minuteOfDay(zone, now) + DAY_MINUTES) % DAY_MINUTES;
  return Math.max(0, minutes * 60 - Math.floor((now % 60_000) / 1_000));
}

/** Only IANA names are accepted, because an offset would not follow clock changes. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

function minuteOfDay(zone: string, now: number): number {
  const parts = clockOf(zone).formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return part("hour") * 60 + part("minute");
}

function clockOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

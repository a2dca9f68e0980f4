/** Calendars recomputed from the wall clock of `Intl` alone. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";

/** For fifty years clocks have changed at whole quarters of an hour of UTC. */
const QUARTER = 900_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The reading of a wall clock as Unix milliseconds, as if it were UTC. */
export function wallClock(time: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const [whole, two] = ["numeric", "2-digit"] as const;
    const date = { era: "short", year: whole, month: two, day: two } as const;
    const form = { ...date, hour: two, minute: two, second: two, hourCycle: "h23" } as const;
    clock = new Intl.DateTimeFormat("en-US", { ...form, timeZone });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(
    clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const milliseconds = ((time % 1_000) + 1_000) % 1_000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds;
}

/** The same for all instants of one hour, day, week or month of the zone, and for no others. */
export function bucketName(time: number, granularity: Granularity, timeZone: string): string {
  const wall = wallClock(time, timeZone);
  const text = new Date(wall).toISOString();
  // An hour that occurs twice is two hours.
  if (granularity === "hour") return `${text.slice(0, 13)} ${wall - time}`;
  if (granularity === "day") return text.slice(0, 10);
  if (granularity === "month") return text.slice(0, 7);
  const sinceMonday = (new Date(wall).getUTCDay() + 6) % 7;
  return new Date(wall - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** The first instant at which the zone's calendar shows that date (2026-01-31) or a later one. */
export function dayBegin(date: string, timeZone: string): number {
  const noon = Date.parse(`${date}T00:00:00.000Z`);
  for (let time = noon - DAY_MS; ; time += QUARTER)
    if (bucketName(time, "day", timeZone) >= date) return time;
}

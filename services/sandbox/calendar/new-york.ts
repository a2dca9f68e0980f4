/** Local times of New York, where the releases of the sample are due. */
import { HOUR_MS } from "#lib/protocol/durations.ts";

const OFFSETS = [5, 4] as const;

const FORMAT = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** `20260512T083000` */
export function newYorkText(time: number): string {
  const parts = new Map(FORMAT.formatToParts(time).map(({ type, value }) => [type, value]));
  const digits = (...types: Intl.DateTimeFormatPartTypes[]) =>
    types.map((type) => parts.get(type) ?? "").join("");
  return `${digits("year", "month", "day")}T${digits("hour", "minute", "second")}`;
}

export type Local = { year: number; month: number; day: number; hour: number; minute: number };

/** Months count from 0. Unix milliseconds; only for hours that every day has once. */
export function newYorkTime({ year, month, day, hour, minute }: Local): number {
  const asUtc = Date.UTC(year, month, day, hour, minute);
  const wanted = new Date(asUtc).toISOString().slice(0, 19).replace(/[-:]/g, "");
  const times = OFFSETS.map((offset) => asUtc + offset * HOUR_MS);
  return times.find((time) => newYorkText(time) === wanted) ?? asUtc + OFFSETS[0] * HOUR_MS;
}

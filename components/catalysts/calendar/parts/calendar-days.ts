/** Releases grouped by day in a time zone, and the formatting of their times. */
import { INTL_LOCALE, type Locale } from "#components/i18n/locales.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";

const UTC = "UTC";

export type CalendarDay = {
  /** `2026-05-12` */
  key: string;
  label: string;
  items: CalendarItem[];
};

export type DayTimes = {
  /**
   * The day of a release in the zone. A release without a time of day has the same day in every
   * zone.
   */
  keyOf: (item: CalendarItem) => string;
  labelOf: (item: CalendarItem) => string;
  /** The day of a time in Unix milliseconds: `2026-05-12`. */
  dayOf: (milliseconds: number) => string;
  /** The same as on a calendar sheet, such as Tue and 12, and in full. */
  shortDay: (milliseconds: number) => { weekday: string; day: string };
  longDay: (milliseconds: number) => string;
  /** Hours and minutes of a time in Unix milliseconds. */
  time: (milliseconds: number) => string;
  dayAndTime: (milliseconds: number) => string;
  /** Undefined: times are in UTC. */
  zoneName: string | undefined;
};

/** @param zone IANA name */
export function dayTimesIn(locale: Locale, zone: string): DayTimes {
  // English dates put the day before the month, as everywhere on these pages.
  const tag = locale === "en" ? "en-GB" : INTL_LOCALE[locale];
  const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone, ...options });
  const key = (timeZone: string) =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  const long = { weekday: "long", day: "numeric", month: "long" } as const;
  const labels = { day: format(UTC, long), minute: format(zone, long) };
  const keys = { day: key(UTC), minute: key(zone) };
  const time = format(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const weekday = format(zone, { weekday: "short" });
  const monthDay = format(zone, { day: "numeric" });
  const whole = format(zone, {
    day: "2-digit",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return {
    keyOf: ({ precision, scheduled_at: at }) => keys[precision].format(Date.parse(at)),
    labelOf: ({ precision, scheduled_at: at }) => labels[precision].format(Date.parse(at)),
    dayOf: (milliseconds) => keys.minute.format(milliseconds),
    shortDay: (milliseconds) => ({
      weekday: weekday.format(milliseconds),
      day: monthDay.format(milliseconds),
    }),
    longDay: (milliseconds) => labels.minute.format(milliseconds),
    time: (milliseconds) => time.format(milliseconds),
    dayAndTime: (milliseconds) => whole.format(milliseconds),
    zoneName: zone === UTC ? undefined : zone,
  };
}

/** The earliest day first. Within a day, releases without a time come first. */
export function groupByDay(items: readonly CalendarItem[], times: DayTimes): CalendarDay[] {
  const days = new Map<string, CalendarDay>();
  for (const item of items) {
    const key = times.keyOf(item);
    const day = days.get(key) ?? { key, label: times.labelOf(item), items: [] };
    day.items.push(item);
    days.set(key, day);
  }
  const rank = ({ precision, scheduled_at: at }: CalendarItem) =>
    precision === "day" ? 0 : Date.parse(at);
  return [...days.values()]
    .map((day) => ({ ...day, items: day.items.toSorted((a, b) => rank(a) - rank(b)) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The next release that has a time of day. `now` in Unix milliseconds. */
export function findNextRelease(
  items: readonly CalendarItem[],
  now: number,
): CalendarItem | undefined {
  return items.find(
    ({ status, precision, scheduled_at: at }) =>
      (status === "scheduled" || status === "moved") &&
      precision === "minute" &&
      Date.parse(at) > now,
  );
}

const AWAITED_BEFORE_MS = 5_000;
const AWAITED_AFTER_MS = 120_000;

/** True from shortly before a number is due until it is published, for two minutes at most. */
export function isPrintNear(items: readonly CalendarItem[], now: number): boolean {
  return items.some(({ status, precision, forecast, scheduled_at: at }) => {
    const isOpen = (status === "scheduled" || status === "moved") && forecast !== null;
    const since = now - Date.parse(at);
    return (
      isOpen && precision === "minute" && since > -AWAITED_BEFORE_MS && since < AWAITED_AFTER_MS
    );
  });
}

/** `01:02:03`, or `3 d 01:02:03`. */
export function remainingText(milliseconds: number, days: (count: number) => string): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(":");
  const whole = Math.floor(seconds / 86_400);
  return whole === 0 ? clock : `${days(whole)} ${clock}`;
}

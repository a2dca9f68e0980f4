/** Formats dates and times in one time zone. */

export type DateTimes = {
  /** Day and minute: `Fri, 4 Apr, 17:52`. Times are ISO 8601. */
  dateTime: (at: string) => string;
  day: (at: string) => string;
  /** Hours, minutes and seconds. */
  time: (at: string) => string;
  /** Day, year and time to the second. */
  moment: (at: string) => string;
  /** The days from an instant until right before another, with years. */
  daySpan: (from: string, to: string) => string;
};

/** `tag` is BCP 47, `tz` an IANA name. */
export function dateTimesIn(tag: string, tz: string): DateTimes {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(tag, { timeZone: tz, hourCycle: "h23", ...options });
    return (at: string) => made.format(Date.parse(at));
  };
  const day = { day: "numeric", month: "short" } as const;
  const span = new Intl.DateTimeFormat(tag, { timeZone: tz, ...day, year: "numeric" });
  const minute = { hour: "2-digit", minute: "2-digit" } as const;
  return {
    dateTime: format({ weekday: "short", ...day, ...minute }),
    day: format(day),
    time: format({ ...minute, second: "2-digit" }),
    moment: format({ ...day, year: "numeric", ...minute, second: "2-digit" }),
    daySpan: (from, to) => span.formatRange(Date.parse(from), Date.parse(to) - 1),
  };
}

/** Placeholders of about the final width while the time zone is unknown: a time of another zone would mislead. */
export const UNKNOWN_DATE_TIMES: DateTimes = {
  dateTime: () => "‒‒‒ ‒‒ ‒‒‒, ‒‒:‒‒",
  day: () => "‒‒ ‒‒‒",
  time: () => "‒‒:‒‒:‒‒",
  moment: () => "‒‒ ‒‒‒ ‒‒‒‒, ‒‒:‒‒:‒‒",
  daySpan: () => "‒‒ ‒‒‒ – ‒‒ ‒‒‒ ‒‒‒‒",
};

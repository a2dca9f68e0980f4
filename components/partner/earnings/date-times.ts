/** Formats dates and times in one time zone. */

export type DateTimes = {
  /** In a sentence, with its zone: `Sat, 4 Apr 2026, 17:52 UTC`. Times are ISO 8601. */
  dateTime: (at: string) => string;
  /** In a table: `4 Apr 2026, 17:52 UTC`. */
  minute: (at: string) => string;
  /** The time of a ledger row: `4 Apr 2026, 17:52:09 UTC`. */
  second: (at: string) => string;
  /** On an axis: `4 Apr`. */
  day: (at: string) => string;
  /** `4 Apr 2026`. */
  date: (at: string) => string;
  /** Hours, minutes and seconds. */
  time: (at: string) => string;
  /** As `second`, where the zone is beside it. */
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
  const date = { ...day, year: "numeric" } as const;
  const span = new Intl.DateTimeFormat(tag, { timeZone: tz, ...date });
  const minute = { hour: "2-digit", minute: "2-digit" } as const;
  const second = { ...minute, second: "2-digit" } as const;
  const zone = { timeZoneName: "short" } as const;
  return {
    dateTime: format({ weekday: "short", ...date, ...minute, ...zone }),
    minute: format({ ...date, ...minute, ...zone }),
    second: format({ ...date, ...second, ...zone }),
    day: format(day),
    date: format(date),
    time: format(second),
    moment: format({ ...date, ...second }),
    daySpan: (from, to) => span.formatRange(Date.parse(from), Date.parse(to) - 1),
  };
}

/** Placeholders of about the final width while the time zone is unknown: a time of another zone would mislead. */
export const UNKNOWN_DATE_TIMES: DateTimes = {
  dateTime: () => "‒‒‒, ‒‒ ‒‒‒ ‒‒‒‒, ‒‒:‒‒ ‒‒‒",
  minute: () => "‒‒ ‒‒‒ ‒‒‒‒, ‒‒:‒‒ ‒‒‒",
  second: () => "‒‒ ‒‒‒ ‒‒‒‒, ‒‒:‒‒:‒‒ ‒‒‒",
  day: () => "‒‒ ‒‒‒",
  date: () => "‒‒ ‒‒‒ ‒‒‒‒",
  time: () => "‒‒:‒‒:‒‒",
  moment: () => "‒‒ ‒‒‒ ‒‒‒‒, ‒‒:‒‒:‒‒",
  daySpan: () => "‒‒ ‒‒‒ – ‒‒ ‒‒‒ ‒‒‒‒",
};

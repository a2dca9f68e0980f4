/** Times in words, in one zone. */

export type Moments = {
  /** Day and minute: `Fri, 4 Apr, 17:52`. Times are ISO 8601. */
  moment: (at: string) => string;
  day: (at: string) => string;
  /** Hours, minutes and seconds. */
  time: (at: string) => string;
};

/** `tag` is BCP 47, `tz` an IANA name. */
export function momentsIn(tag: string, tz: string): Moments {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(tag, { timeZone: tz, hourCycle: "h23", ...options });
    return (at: string) => made.format(Date.parse(at));
  };
  const day = { day: "numeric", month: "short" } as const;
  const minute = { hour: "2-digit", minute: "2-digit" } as const;
  return {
    moment: format({ weekday: "short", ...day, ...minute }),
    day: format(day),
    time: format({ ...minute, second: "2-digit" }),
  };
}

/** About as wide as they will be, where the reader's zone is not known, with dashes as wide as digits: the time of another zone would be taken for theirs. */
export const UNKNOWN_MOMENTS: Moments = {
  moment: () => "‒‒‒ ‒‒ ‒‒‒, ‒‒:‒‒",
  day: () => "‒‒ ‒‒‒",
  time: () => "‒‒:‒‒:‒‒",
};

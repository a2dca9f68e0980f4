/** Times of a statement in the reader's time zone. */
import { Temporal } from "temporal-polyfill";
import type { StatementFacts } from "./_statement-facts.ts";

/** `2026-01-31 12:00` with nonzero seconds and milliseconds, and the offset, because an hour occurs twice when clocks go back. */
export function localTime(time: number, timeZone: string): string {
  const at = zoned(time, timeZone);
  const digits = at.millisecond === 0 ? 0 : 3;
  const isWhole = at.second === 0 && at.millisecond === 0;
  const clock = at
    .toPlainTime()
    .toString(isWhole ? { smallestUnit: "minute" } : { fractionalSecondDigits: digits });
  return `${at.toPlainDate().toString()} ${clock} ${at.offset}`;
}

/** The period of the statement: `2026-01-01 to 2026-01-31 (UTC)` for whole days, with both days in it; else its times. */
export function periodText({
  from,
  to,
  as_of: asOf,
  tz,
}: Pick<StatementFacts, "from" | "to" | "as_of" | "tz">): string {
  const [begin, end] = [from === null ? undefined : Date.parse(from), Date.parse(to)];
  const isCut = end > Date.parse(asOf);
  if (!isCut && isMidnight(end, tz) && (begin === undefined || isMidnight(begin, tz))) {
    const first = begin === undefined ? "First row" : dayOf(begin, tz);
    return `${first} to ${dayOf(end - 1, tz)} (${tz})`;
  }
  const first = begin === undefined ? "First row" : localTime(begin, tz);
  if (isCut) return `${first} to ${localTime(Date.parse(asOf), tz)}`;
  return `${first} to before ${localTime(end, tz)}`;
}

function zoned(time: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}

function dayOf(time: number, timeZone: string): string {
  return zoned(time, timeZone).toPlainDate().toString();
}

function isMidnight(time: number, timeZone: string): boolean {
  const at = zoned(time, timeZone);
  return at.epochMilliseconds === at.startOfDay().epochMilliseconds;
}

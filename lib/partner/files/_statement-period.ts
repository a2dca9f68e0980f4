/** Times of a statement in the reader's time zone. */
import { Temporal } from "temporal-polyfill";
import type { StatementFacts } from "./_statement-facts.ts";

/** `2026-01-31 12:00` with nonzero seconds and milliseconds, and the offset, because an hour occurs twice when clocks go back. */
export function localTime(time: number, timeZone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  const digits = at.millisecond === 0 ? 0 : 3;
  const isWhole = at.second === 0 && at.millisecond === 0;
  const clock = at
    .toPlainTime()
    .toString(isWhole ? { smallestUnit: "minute" } : { fractionalSecondDigits: digits });
  return `${at.toPlainDate().toString()} ${clock} ${at.offset}`;
}

/** The period of the statement as text. */
export function periodText({
  from,
  to,
  as_of: asOf,
  tz,
}: Pick<StatementFacts, "from" | "to" | "as_of" | "tz">): string {
  const begin = from === null ? "from the first row" : `from ${localTime(Date.parse(from), tz)}`;
  const end =
    Date.parse(to) > Date.parse(asOf)
      ? `until ${localTime(Date.parse(asOf), tz)}, which counts`
      : `to ${localTime(Date.parse(to), tz)}, which does not count`;
  return `${begin} ${end}`;
}

/** Times of a statement in the reader's time zone. */
import { Temporal } from "temporal-polyfill";
import type { StatementFacts } from "./_statement-facts.ts";

/** `2026-01-31 12:00`, with seconds and milliseconds where they are not zero, and the offset: a clock that is put back shows an hour twice. */
export function localTime(time: number, timeZone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  const digits = at.millisecond === 0 ? 0 : 3;
  const isWhole = at.second === 0 && at.millisecond === 0;
  const clock = at
    .toPlainTime()
    .toString(isWhole ? { smallestUnit: "minute" } : { fractionalSecondDigits: digits });
  return `${at.toPlainDate().toString()} ${clock} ${at.offset}`;
}

/** What counts: from an instant on, until another. */
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

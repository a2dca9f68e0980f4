/** What stands in the two day fields of a filter while somebody types there. */

/** As date fields have them: `2026-01-31`, empty for an open end. */
export type TypedDays = { fromDay: string; toDay: string };

/** `unfinished`: a year is one that is still being typed. `disordered`: the last day is before the first. */
export type DayFault = "unfinished" | "disordered";

/** Why the days are not passed on yet. */
export function dayFault({ fromDay, toDay }: TypedDays): DayFault | undefined {
  if (!isFinished(fromDay) || !isFinished(toDay)) return "unfinished";
  return fromDay !== "" && toDay !== "" && fromDay > toDay ? "disordered" : undefined;
}

/** No record is older than the year 2000, and on the way to one a year reads as 0002. */
export function isFinished(day: string): boolean {
  return day === "" || /^2\d{3}-/.test(day);
}

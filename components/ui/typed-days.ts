/** The texts in the two day fields of a filter while they are edited. */

/** Values of date fields: `2026-01-31`, empty for an open end. */
export type TypedDays = { fromDay: string; toDay: string };

/** `unfinished`: the year is incomplete. `disordered`: the last day is before the first. */
export type DayFault = "unfinished" | "disordered";

/** Why the days cannot be used yet. */
export function dayFault({ fromDay, toDay }: TypedDays): DayFault | undefined {
  if (!isFinished(fromDay) || !isFinished(toDay)) return "unfinished";
  return fromDay !== "" && toDay !== "" && fromDay > toDay ? "disordered" : undefined;
}

/** While a year is typed it reads as 0002, so years before 2000 are incomplete; no record is that old. */
export function isFinished(day: string): boolean {
  return day === "" || /^2\d{3}-/.test(day);
}

/**
 * The typed days without those that were chosen or changed otherwise since: `before` and `now` are the chosen ones. The same
 * object when there are none.
 */
export function withoutChanged(
  typed: Partial<TypedDays>,
  before: TypedDays,
  now: TypedDays,
): Partial<TypedDays> {
  if (before.fromDay === now.fromDay && before.toDay === now.toDay) return typed;
  const { fromDay, toDay } = typed;
  return {
    ...(fromDay !== undefined && before.fromDay === now.fromDay && { fromDay }),
    ...(toDay !== undefined && before.toDay === now.toDay && { toDay }),
  };
}

/** Midnight of a chosen day in the reader's zone, `later` days on, in Unix milliseconds. Days may have 23 or 25 hours. */
export function startOfDay(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

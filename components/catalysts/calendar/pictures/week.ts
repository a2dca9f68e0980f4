/** The days of the week strip: how much is due on each, and how much it weighs. */
import type { DayTimes } from "#components/catalysts/calendar/parts/calendar-days.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { CalendarKind } from "#lib/protocol/market-knowledge.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";

export type Weight = 1 | 2 | 3;

/** How much a release of a kind usually moves the market: 3 the most. */
export const WEIGHTS: Readonly<Record<CalendarKind, Weight>> = {
  fomc: 3,
  cpi: 3,
  nfp: 3,
  rate_decision: 2,
  pce: 2,
  ppi: 2,
  ism: 2,
  gdp: 2,
  central_bank_speech: 1,
  regulator_crypto: 1,
};

export type StripDay = {
  /** `2026-05-12`, as the days of the list. */
  key: string;
  /** A time of that day, Unix milliseconds. */
  at: number;
  count: number;
  /** The release that weighs most, and the first of several; undefined on a day without releases. */
  main: CalendarItem | undefined;
};

const DAYS = 7;
/** Clocks are put forward and back, so a day is at least 23 hours long. */
const STEP_MS = 6 * HOUR_MS;

/** Seven days from that of `now` on (Unix milliseconds), in the zone of the times. Cancelled releases do not count. */
export function weekOf(items: readonly CalendarItem[], times: DayTimes, now: number): StripDay[] {
  const due = Map.groupBy(
    items.filter(({ status }) => status !== "cancelled"),
    times.keyOf,
  );
  const days = new Map<string, StripDay>();
  for (let at = now; days.size < DAYS; at += STEP_MS) {
    const key = times.dayOf(at);
    if (days.has(key)) continue;
    const own = due.get(key) ?? [];
    days.set(key, { key, at, count: own.length, main: heaviest(own) });
  }
  return [...days.values()];
}

function heaviest(items: readonly CalendarItem[]): CalendarItem | undefined {
  const weight = Math.max(...items.map(({ kind }) => WEIGHTS[kind]));
  return items.find(({ kind }) => WEIGHTS[kind] === weight);
}

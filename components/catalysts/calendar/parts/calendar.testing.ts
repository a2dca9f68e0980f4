/** Releases for tests of the page. */
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";

export function release(change: Partial<CalendarItem> = {}): CalendarItem {
  return {
    id: `cal_${"1".repeat(24)}`,
    kind: "cpi",
    title: "CPI y/y",
    country: "US",
    scheduled_at: "2026-05-12T12:30:00.000Z",
    precision: "minute",
    period: "2026-04",
    unit: "%",
    forecast: "3.1",
    previous: "3.0",
    revised_previous: null,
    actual: null,
    surprise: null,
    status: "scheduled",
    source: "agency",
    url: null,
    simulated: false,
    revision: 1,
    recorded_at: "2026-05-01T00:00:00.000Z",
    released_at: null,
    ...change,
  };
}

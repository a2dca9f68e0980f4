/**
 * The configured calendar sources for the public API: when each last answered, and why one fails.
 */
import { publicState } from "#lib/catalysts/sources/public-state.ts";
import { WEEK_MS } from "#lib/protocol/durations.ts";
import "server-only";
import {
  type CalendarSource,
  configuredCalendarSources,
} from "#lib/catalysts/calendar/intake/calendar-source.ts";
import { readCalendarSourceStates } from "#lib/catalysts/calendar/intake/calendar-source-states.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import type { CalendarSources } from "#lib/protocol/wire/calendar.ts";

export async function readCalendarSources(now: number): Promise<CalendarSources> {
  return calendarSourcesAt(configuredCalendarSources(config().calendar), now);
}

/** In the order of the configuration. `now` is in Unix milliseconds. */
export async function calendarSourcesAt(
  sources: readonly CalendarSource[],
  now: number,
): Promise<CalendarSources> {
  const states = await readCalendarSourceStates(await database(), sources);
  const rows = sources.flatMap(({ name }) => states.get(name) ?? []);
  return {
    results: rows.map(({ leftOut, ...state }) => ({
      ...publicState(state, now, WEEK_MS),
      left_out: leftOut,
    })),
  };
}

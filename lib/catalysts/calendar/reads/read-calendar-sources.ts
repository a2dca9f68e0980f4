/** The configured sources of the calendar for everybody: how fresh each is, and why one fails. */
import { toldError } from "#lib/catalysts/news/intake/told-error.ts";
import "server-only";
import {
  type CalendarSource,
  calendarSourcesOf,
} from "#lib/catalysts/calendar/intake/calendar-source.ts";
import { readStates, type SourceState } from "#lib/catalysts/calendar/intake/source-states.ts";
import { config } from "#lib/platform/config.ts";
import { database } from "#lib/platform/db/client.ts";
import type { NewsSourceState } from "#lib/protocol/enumerations.ts";
import type { CalendarSources } from "#lib/protocol/wire/calendar.ts";

const WEEK_MS = 7 * 86_400_000;

export async function readCalendarSources(now: number): Promise<CalendarSources> {
  return calendarSourcesAt(calendarSourcesOf(config().calendar), now);
}

/** In the order of the configuration. `now` in Unix milliseconds. */
export async function calendarSourcesAt(
  sources: readonly CalendarSource[],
  now: number,
): Promise<CalendarSources> {
  const states = await readStates(await database(), sources);
  const rows = sources.flatMap(({ name }) => states.get(name) ?? []);
  return {
    results: rows.map((state) => ({
      name: state.name,
      publisher: state.publisher,
      simulated: state.simulated,
      state: stateOf(state, now),
      last_read_at: state.lastReadAt?.toISOString() ?? null,
      last_item_at: state.lastItemAt?.toISOString() ?? null,
      ...toldError(state.error),
    })),
  };
}

function stateOf({ failures, lastReadAt, lastItemAt }: SourceState, now: number): NewsSourceState {
  if (failures > 0) return "failing";
  if (lastReadAt === null) return "waiting";
  return lastItemAt !== null && lastItemAt.getTime() > now - WEEK_MS ? "fresh" : "silent";
}

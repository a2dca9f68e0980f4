/** GET → the sources of the calendar, how fresh each is, and why one fails. */
import { readCalendarSources } from "#lib/catalysts/calendar/reads/read-calendar-sources.ts";
import { CalendarSources } from "#lib/protocol/wire/calendar.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "From where the calendar is read, and how old it is",
    response: CalendarSources,
  },
  ({ ctx }) => readCalendarSources(ctx.now),
);

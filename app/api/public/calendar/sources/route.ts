/** GET → the sources of the calendar: when each last answered, and why one fails. */
import { readCalendarSources } from "#lib/catalysts/calendar/reads/read-calendar-sources.ts";
import { CalendarSources } from "#lib/protocol/wire/calendar.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Calendar sources, and when each last answered",
    response: CalendarSources,
  },
  ({ ctx }) => readCalendarSources(ctx.now),
);

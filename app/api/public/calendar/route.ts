/** GET → releases in the order of their times, as they were known at a time. */
import { listCalendar } from "#lib/catalysts/calendar/reads/read-calendar.ts";
import { CalendarList, CalendarQuery } from "#lib/protocol/wire/calendar.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The calendar of releases: what is due when, what is expected and what came",
    query: CalendarQuery,
    response: CalendarList,
  },
  ({ ctx, input }) => listCalendar({ now: ctx.now, input }),
);

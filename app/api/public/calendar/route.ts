/** GET → releases by time, as they were known at a time. */
import { listCalendar } from "#lib/catalysts/calendar/reads/read-calendar.ts";
import { CalendarList, CalendarQuery } from "#lib/protocol/wire/calendar.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Economic releases with forecast, previous and actual, in the order of their times",
    query: CalendarQuery,
    response: CalendarList,
  },
  ({ ctx, input }) => listCalendar({ now: ctx.now, input }),
);

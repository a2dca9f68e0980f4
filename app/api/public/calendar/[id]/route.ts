/** GET → one release with its revisions, as it was known at a time. */
import { z } from "zod";
import { readCalendarItem } from "#lib/catalysts/calendar/reads/read-calendar.ts";
import { CalendarItemQuery, calendarId, KnownCalendarItem } from "#lib/protocol/wire/calendar.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "One release with all revisions, as known at a time",
    params: z.strictObject({ id: calendarId }),
    query: CalendarItemQuery,
    response: KnownCalendarItem,
  },
  readCalendarItem,
);

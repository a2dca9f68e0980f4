/** The calendar of releases, as the app tells it. Times are ISO 8601, in UTC. Numbers of a release are exact decimals, as strings. */
import { z } from "zod";
import {
  CALENDAR_KINDS,
  CALENDAR_PRECISIONS,
  CALENDAR_STATUSES,
  NEWS_SOURCE_ERRORS,
  NEWS_SOURCE_STATES,
} from "#lib/protocol/enumerations.ts";
import { instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
const figure = z.string().regex(/^-?\d+(?:\.\d+)?$/);
export const calendarId = z.string().regex(/^cal_[0-9a-f]{24}$/);

export const CalendarItem = z
  .strictObject({
    id: calendarId,
    kind: z.enum(CALENDAR_KINDS),
    title: z.string().max(200).describe("Written by the source"),
    country: z.string().max(2).nullable().describe("ISO 3166 code, or `EU`"),
    scheduled_at: moment,
    precision: z
      .enum(CALENDAR_PRECISIONS)
      .describe("`day`: only the UTC day of `scheduled_at` is known"),
    period: z.string().max(20).nullable().describe("What the number is about, such as `2026-04`"),
    unit: z.string().max(20).nullable().describe("Of all numbers, such as `%` or `K`"),
    forecast: figure.nullable(),
    previous: figure.nullable(),
    revised_previous: figure.nullable(),
    actual: figure.nullable(),
    surprise: z
      .strictObject({
        value: figure.describe("`actual` minus `forecast`"),
        z: z
          .number()
          .nullable()
          .describe(
            "In standard deviations of the last 12 surprises; null: fewer than 6 are known",
          ),
      })
      .nullable()
      .describe("Null without a number or without a forecast"),
    status: z.enum(CALENDAR_STATUSES),
    source: z.string().describe("Name of the source"),
    url: z.string().nullable(),
    simulated: z.boolean().describe("A sample: nothing of it happens"),
    revision: z.int().min(1),
    recorded_at: moment.describe("When the service learned of this state"),
    released_at: moment.nullable().describe("When the service learned of the number"),
  })
  .meta({ id: "CalendarItem" });
export type CalendarItem = z.output<typeof CalendarItem>;

/** `GET /api/public/calendar`: in the order of their times. */
export const CalendarQuery = z
  .strictObject({
    from: instant.optional().describe("Scheduled then or later. Default: the start of today, UTC"),
    to: instant.optional().describe("Scheduled before. Default: 14 days behind from"),
    kind: z.enum(CALENDAR_KINDS).optional(),
    known_at: instant
      .optional()
      .describe("The answer is what the service would have said then; without it, now"),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    cursor: z.string().min(1).max(200).optional(),
  })
  .refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
    path: ["from"],
    error: "it does not lie before to",
  });
export const CalendarList = z.strictObject({
  from: moment,
  to: moment,
  known_at: moment,
  results: z.array(CalendarItem),
  next: z.string().nullable(),
});
export type CalendarList = z.output<typeof CalendarList>;

export const CalendarRevision = z
  .strictObject({
    revision: z.int().min(1),
    recorded_at: moment,
    changed: z.array(z.string()).describe("Names of the fields that this revision changed"),
    item: CalendarItem,
  })
  .meta({ id: "CalendarRevision" });

/** `GET /api/public/calendar/{id}` */
export const CalendarItemQuery = z.strictObject({
  known_at: instant
    .optional()
    .describe("The answer is what the service would have said then; without it, now"),
});
export const KnownCalendarItem = z.strictObject({
  known_at: moment,
  item: CalendarItem,
  revisions: z.array(CalendarRevision).describe("The oldest first, without a gap"),
});
export type KnownCalendarItem = z.output<typeof KnownCalendarItem>;

/** `GET /api/public/calendar/sources`: from where the calendar is read, the first one first, and how old it is. */
export const CalendarSources = z.strictObject({
  results: z.array(
    z.strictObject({
      name: z.string(),
      publisher: z.string(),
      simulated: z.boolean(),
      state: z.enum(NEWS_SOURCE_STATES).describe("`silent`: nothing new for a week"),
      last_read_at: moment.nullable().describe("When it last answered"),
      last_item_at: moment.nullable().describe("When it last had something new"),
      error: z.enum(NEWS_SOURCE_ERRORS).nullable().describe("Why the last read failed"),
      http_status: z.int().nullable().describe("With the error http_status: what it answered"),
    }),
  ),
});
export type CalendarSources = z.output<typeof CalendarSources>;

/** The calendar of releases, as the app sends it. Times are ISO 8601, in UTC. Numbers of a release are exact decimals, as strings. */
import { z } from "zod";
import {
  CALENDAR_KINDS,
  CALENDAR_LEFT_OUT,
  CALENDAR_PRECISIONS,
  CALENDAR_STATUSES,
  NEWS_SOURCE_ERRORS,
  NEWS_SOURCE_STATES,
} from "#lib/protocol/market-knowledge.ts";
import { instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
const figure = z.string().regex(/^-?\d+(?:\.\d+)?$/);
export const calendarId = z.string().regex(/^cal_[0-9a-f]{24}$/);

export const CalendarItem = z
  .strictObject({
    id: calendarId,
    kind: z.enum(CALENDAR_KINDS),
    title: z.string().max(200).describe("Written by the source: show it as text"),
    country: z.string().max(2).nullable().describe("ISO 3166 code, or `EU`"),
    scheduled_at: moment,
    precision: z
      .enum(CALENDAR_PRECISIONS)
      .describe("`day`: only the UTC day of `scheduled_at` is known"),
    period: z.string().max(20).nullable().describe("What the number is about, such as `2026-04`"),
    unit: z.string().max(20).nullable().describe("Unit of all numbers, such as `%` or `K`"),
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
          .describe("Surprise in standard deviations of the last 12; null: fewer than 6 are known"),
      })
      .nullable()
      .describe("How the number differs from the forecast; null without one of them"),
    status: z.enum(CALENDAR_STATUSES),
    source: z.string().describe("Name of the source"),
    url: z.string().nullable(),
    simulated: z.boolean().describe("Sample data, not a real event"),
    revision: z.int().min(1),
    recorded_at: moment,
    released_at: moment
      .nullable()
      .describe("When the service learned of the number; null: not yet"),
  })
  .meta({ id: "CalendarItem" });
export type CalendarItem = z.output<typeof CalendarItem>;

/** `GET /api/public/calendar`: in the order of their times. */
export const CalendarQuery = z
  .strictObject({
    from: instant
      .optional()
      .describe("Start: scheduled at this time or later. Default: today, 00:00 UTC"),
    to: instant.optional().describe("End: scheduled before. Default: 14 days after from"),
    kind: z.enum(CALENDAR_KINDS).optional(),
    known_at: instant
      .optional()
      .describe("Answers what the service knew at that time; by default now"),
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
    changed: z.array(z.string()),
    item: CalendarItem,
  })
  .meta({ id: "CalendarRevision" });

/** `GET /api/public/calendar/{id}` */
export const CalendarItemQuery = z.strictObject({
  known_at: instant
    .optional()
    .describe("Answers what the service knew at that time; by default now"),
});
export const KnownCalendarItem = z.strictObject({
  known_at: moment,
  item: CalendarItem,
  revisions: z.array(CalendarRevision).describe("Every revision, the oldest first"),
  earlier: z
    .array(CalendarItem)
    .max(5)
    .describe("The last five releases of the same series before it, the newest first"),
});
export type KnownCalendarItem = z.output<typeof KnownCalendarItem>;

/** `GET /api/public/calendar/sources`: from where the calendar is read, the first one first, and how old it is. */
export const CalendarSources = z.strictObject({
  results: z.array(
    z.strictObject({
      name: z.string(),
      publisher: z.string(),
      simulated: z.boolean(),
      state: z.enum(NEWS_SOURCE_STATES),
      last_read_at: moment.nullable(),
      last_item_at: moment.nullable(),
      error: z.enum(NEWS_SOURCE_ERRORS).nullable(),
      http_status: z.int().nullable(),
      left_out: z
        .partialRecord(z.enum(CALENDAR_LEFT_OUT), z.int().min(1))
        .describe(
          "Items of the last document that are not in the calendar, or only by their day (`unknown_zone`), by reason",
        ),
    }),
  ),
});
export type CalendarSources = z.output<typeof CalendarSources>;

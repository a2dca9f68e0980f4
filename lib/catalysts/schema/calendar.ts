/**
 * The calendar of releases: times, forecasts and actual numbers. Revisions are added and never changed: a trigger of the
 * migration sees to it. Times are Unix milliseconds, except those with a time zone.
 */
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import {
  CALENDAR_KINDS,
  CALENDAR_PRECISIONS,
  CALENDAR_STATUSES,
  type CalendarKind,
  type CalendarLeftOut,
  type CalendarPrecision,
} from "#lib/protocol/market-knowledge.ts";

/** Notifies of every change of the calendar, when it is stored. */
export const CALENDAR_CHANNEL = "svc_calendar";

const itemColumns = () => ({
  kind: text({ enum: CALENDAR_KINDS }).notNull(),
  title: text().notNull(),
  /** ISO 3166 code of the country, or `EU`; null: of no one country. */
  country: text(),
  scheduledAt: bigint("scheduled_at", { mode: "number" }).notNull(),
  /** `day`: only the UTC day of `scheduled_at` is known. */
  precision: text({ enum: CALENDAR_PRECISIONS }).notNull(),
  /** What the number is about, such as `2026-04`. */
  period: text(),
  unit: text(),
  /** Exact decimals as the source has them; null: not given. */
  forecast: text(),
  previous: text(),
  revisedPrevious: text("revised_previous"),
  actual: text(),
  /** `actual` minus `forecast`, an exact decimal; null: one of the two is missing. */
  surprise: text(),
  /** In standard deviations of the last 12 surprises of the series; null: fewer than 6 are known. */
  surpriseZ: doublePrecision("surprise_z"),
  status: text({ enum: CALENDAR_STATUSES }).notNull(),
  /** Name and address of the source. */
  source: text().notNull(),
  url: text(),
  simulated: boolean().notNull(),
});

/** The newest state of each item. */
export const calendarItems = pgTable(
  "calendar_items",
  {
    /** `cal_…`, a hash of the source and its own id of the item: the same for every replica, and after a reschedule. */
    id: text().primaryKey(),
    revision: integer().notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
    /** When `actual` was first known to the service; null: it is not. */
    releasedAt: timestamp("released_at", { withTimezone: true }),
    ...itemColumns(),
  },
  (table) => [
    index().on(table.scheduledAt, table.id),
    index().on(table.kind, table.scheduledAt),
    index().on(table.recordedAt, table.id),
  ],
);

/** Everything that the service ever said of an item. */
export const calendarRevisions = pgTable(
  "calendar_revisions",
  {
    itemId: text("item_id").notNull(),
    /** 1, 2, 3 … of this item, without a gap. */
    revision: integer().notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
    /** Names of the fields that this revision changed; empty: the first one. */
    changed: json().$type<string[]>().notNull(),
    ...itemColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.revision] }),
    index().on(table.recordedAt, table.itemId),
    index().on(table.scheduledAt, table.itemId),
  ],
);

/** What a source says of one of its items, as it last said it. */
export type CalendarStatement = {
  kind: CalendarKind;
  title: string;
  country: string | null;
  scheduledAt: number;
  precision: CalendarPrecision;
  period: string | null;
  unit: string | null;
  forecast: string | null;
  previous: string | null;
  revisedPrevious: string | null;
  actual: string | null;
  isCancelled: boolean;
  url: string | null;
};

/** The newest statement of each source about each of its items. Several sources may tell of one release. */
export const calendarStatements = pgTable(
  "calendar_statements",
  {
    /** Hash of the source and its own id of the item. */
    id: text().primaryKey(),
    /** The release in `calendar_items`: `id`, or that of the source which announced it first. */
    itemId: text("item_id").notNull(),
    source: text().notNull(),
    simulated: boolean().notNull(),
    statement: json().$type<CalendarStatement>().notNull(),
  },
  (table) => [index().on(table.itemId), index().on(table.source)],
);

/** How the last read of each source went, and when it is read next. */
export const calendarSources = pgTable("calendar_sources", {
  name: text().primaryKey(),
  publisher: text().notNull(),
  simulated: boolean().notNull(),
  etag: text(),
  lastModified: text("last_modified"),
  nextAt: timestamp("next_at", { withTimezone: true }).notNull(),
  lastReadAt: timestamp("last_read_at", { withTimezone: true }),
  lastItemAt: timestamp("last_item_at", { withTimezone: true }),
  /** Reads in a row that failed. */
  failures: integer().notNull(),
  error: text(),
  /** Counts the stored reads. A read that began at another number is older than what is stored, and is dropped. */
  reads: integer().notNull(),
  /** Items of the last document that are not in the calendar, by reason. */
  leftOut: json("left_out").$type<Partial<Record<CalendarLeftOut, number>>>().notNull().default({}),
});

/** Up to when the calendar is known. A new revision is always later than the stored time, and no response contains a later one. */
export const calendarPlaces = pgTable("calendar_places", {
  name: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
});

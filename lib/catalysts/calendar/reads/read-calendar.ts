/** Releases in their current state, and as they were known at a time. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { CALENDAR_WATERMARK } from "#lib/catalysts/calendar/intake/calendar-writer.ts";
import { seriesKey } from "#lib/catalysts/calendar/releases/same-release.ts";
import { decodeCursor, encodeCursor } from "#lib/catalysts/reads/page-cursor.ts";
import { calendarPlaces, calendarRevisions } from "#lib/catalysts/schema/calendar.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import {
  type CalendarItem,
  type CalendarItemQuery,
  type CalendarList,
  type CalendarQuery,
  calendarId,
  type KnownCalendarItem,
} from "#lib/protocol/wire/calendar.ts";

const DEFAULT_DAYS = 14;
const MAX_DAYS = 366;
const MAX_EARLIER = 5;
/** A series of four figures a year has five of them in this time. */
const MAX_EARLIER_DAYS = 2 * 366;
/** Other series of the kind, such as the core figures of the same day, are among them. */
const MAX_OF_KIND = 100;

type Reads = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Revision = typeof calendarRevisions.$inferSelect;

/**
 * Ordered by time. @throws MALFORMED_QUERY for a cursor of another list, and for more than a year
 */
export async function listCalendar({
  now,
  input: { query },
}: {
  /**
   * Unix milliseconds: the list starts with the current UTC day, unless the query names another
   * start.
   */
  now: number;
  input: { query: z.output<typeof CalendarQuery> };
}): Promise<CalendarList> {
  const { limit, cursor, kind } = query;
  const from =
    query.from === undefined ? Math.floor(now / DAY_MS) * DAY_MS : Date.parse(query.from);
  const to = query.to === undefined ? from + DEFAULT_DAYS * DAY_MS : Date.parse(query.to);
  if (to - from > MAX_DAYS * DAY_MS) {
    const reason = `it must be at most ${MAX_DAYS} days after from`;
    throw new ServiceError("MALFORMED_QUERY", { parameter: "to", reason });
  }
  const after = cursor === undefined ? undefined : decodeCursor(cursor, calendarId);
  return snapshot(async (db) => {
    const knownAt = await knownUntil(db, query.known_at);
    const behind =
      after === undefined
        ? sql`true`
        : sql`(known.scheduled_at, known.item_id) > (${Date.parse(after.time)}, ${after.id})`;
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT known.item_id AS id FROM (
        SELECT DISTINCT item_id FROM ${calendarRevisions}
        WHERE scheduled_at >= ${from} AND scheduled_at < ${to} AND recorded_at <= ${iso(knownAt)}
      ) AS wanted
      CROSS JOIN LATERAL (${newestOf(sql`wanted.item_id`, knownAt)}) AS known
      WHERE known.scheduled_at >= ${from} AND known.scheduled_at < ${to}
        AND ${kind === undefined ? sql`true` : sql`known.kind = ${kind}`} AND ${behind}
      ORDER BY known.scheduled_at, known.item_id LIMIT ${limit + 1}`);
    const ids = rows.slice(0, limit).map(({ id }) => id);
    const revisions = await revisionsOf(db, ids, knownAt);
    const results = ids.flatMap((id) => itemAt(revisions.get(id) ?? []) ?? []);
    const last = rows.length > limit ? results.at(-1) : undefined;
    return {
      from: iso(from),
      to: iso(to),
      known_at: iso(knownAt),
      results,
      next: last === undefined ? null : encodeCursor(last.scheduled_at, last.id),
    };
  });
}

/** @throws CALENDAR_ITEM_NOT_FOUND, also when the item was not known at that time */
export async function readCalendarItem({
  input: { params, query },
}: {
  input: { params: { id: string }; query: z.output<typeof CalendarItemQuery> };
}): Promise<KnownCalendarItem> {
  return snapshot(async (db) => {
    const knownAt = await knownUntil(db, query.known_at);
    const rows = (await revisionsOf(db, [params.id], knownAt)).get(params.id) ?? [];
    const revisions = rows.flatMap((row, index) => {
      const item = itemAt(rows.slice(0, index + 1));
      const { revision, recordedAt, changed } = row;
      if (item === undefined) return [];
      return [{ revision, recorded_at: recordedAt.toISOString(), changed, item }];
    });
    const item = revisions.at(-1)?.item;
    if (item === undefined) throw new ServiceError("CALENDAR_ITEM_NOT_FOUND");
    const earlier = await earlierOf(db, item, knownAt);
    return { known_at: iso(knownAt), item, revisions, earlier };
  });
}

/** The figures of its series that were known, newest first. */
async function earlierOf(db: Reads, item: CalendarItem, knownAt: number): Promise<CalendarItem[]> {
  const before = Date.parse(item.scheduled_at);
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT known.item_id AS id FROM (
      SELECT DISTINCT item_id FROM ${calendarRevisions}
      WHERE kind = ${item.kind} AND actual IS NOT NULL AND recorded_at <= ${iso(knownAt)}
        AND scheduled_at >= ${before - MAX_EARLIER_DAYS * DAY_MS} AND scheduled_at < ${before}
    ) AS wanted
    CROSS JOIN LATERAL (${newestOf(sql`wanted.item_id`, knownAt)}) AS known
    WHERE known.kind = ${item.kind} AND known.status = 'released' AND known.scheduled_at < ${before}
      AND known.country IS NOT DISTINCT FROM ${item.country}
      AND known.unit IS NOT DISTINCT FROM ${item.unit}
    ORDER BY known.scheduled_at DESC, known.item_id LIMIT ${MAX_OF_KIND}`);
  const ids = rows.map(({ id }) => id);
  const revisions = await revisionsOf(db, ids, knownAt);
  const items = ids.flatMap((id) => itemAt(revisions.get(id) ?? []) ?? []);
  const isOfSeries = (one: CalendarItem) => seriesOf(one) === seriesOf(item);
  return items.filter(isOfSeries).slice(0, MAX_EARLIER);
}

function seriesOf(item: CalendarItem): string {
  return seriesKey({ ...item, scheduledAt: Date.parse(item.scheduled_at) });
}

/** Runs all reads of an answer in one database snapshot. */
async function snapshot<Answer>(read: (db: Reads) => Promise<Answer>): Promise<Answer> {
  const db = await database();
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/**
 * The instant of the answer in Unix milliseconds. Rows that are stored later always have a later
 * time.
 */
async function knownUntil(db: Reads, wanted: string | undefined): Promise<number> {
  const [watermark] = await db
    .select()
    .from(calendarPlaces)
    .where(eq(calendarPlaces.name, CALENDAR_WATERMARK));
  const newest = watermark?.at.getTime() ?? 0;
  return wanted === undefined ? newest : Math.min(newest, Date.parse(wanted));
}

function newestOf(id: SQL, knownAt: number): SQL {
  return sql`
    SELECT said.item_id, said.scheduled_at, said.kind, said.status, said.country, said.unit FROM ${calendarRevisions} AS said
    WHERE said.item_id = ${id} AND said.recorded_at <= ${iso(knownAt)}
    ORDER BY said.revision DESC LIMIT 1`;
}

/** Revisions by item, oldest first. */
async function revisionsOf(
  db: Reads,
  ids: readonly string[],
  knownAt: number,
): Promise<Map<string, Revision[]>> {
  if (ids.length === 0) return new Map();
  const { itemId, revision, recordedAt } = calendarRevisions;
  const rows = await db
    .select()
    .from(calendarRevisions)
    .where(and(inArray(itemId, [...ids]), lte(recordedAt, new Date(knownAt))))
    .orderBy(asc(itemId), asc(revision));
  return Map.groupBy(rows, (row) => row.itemId);
}

/** @param revisions of one item, up to the requested one */
function itemAt(revisions: readonly Revision[]): CalendarItem | undefined {
  const row = revisions.at(-1);
  if (row === undefined) return undefined;
  // A release that was moved to a later date lost its earlier number.
  const without = revisions.findLastIndex(({ actual }) => actual === null);
  const released = revisions[without + 1]?.recordedAt;
  return {
    id: row.itemId,
    kind: row.kind,
    title: row.title,
    country: row.country,
    scheduled_at: iso(row.scheduledAt),
    precision: row.precision,
    period: row.period,
    unit: row.unit,
    forecast: row.forecast,
    previous: row.previous,
    revised_previous: row.revisedPrevious,
    actual: row.actual,
    surprise: row.surprise === null ? null : { value: row.surprise, z: row.surpriseZ },
    status: row.status,
    source: row.source,
    url: row.url,
    simulated: row.simulated,
    revision: row.revision,
    recorded_at: row.recordedAt.toISOString(),
    released_at: released?.toISOString() ?? null,
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Catalysts in their current state, and as they were known at a time. */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { catalystRevisions, catalysts } from "#lib/catalysts/schema/catalysts.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import type {
  Catalyst,
  CatalystList,
  CatalystListQuery,
  CatalystRecordQuery,
  CatalystReplay,
  CatalystReplayQuery,
  KnownCatalystRecord,
} from "#lib/protocol/wire/catalysts.ts";
import { MAX_REVISIONS, readRecords } from "./catalyst-records.ts";
import { type KnownUntil, knownUntil } from "./known-until.ts";
import { decodeCursor, encodeCursor } from "./page-cursor.ts";

/** The most revisions of all catalysts in one page of a replay. */
const MAX_REVISIONS_A_PAGE = 20_000;
/** How many catalysts one page of the list checks, however few pass its filters. */
const MAX_READ = 1_000;

/**
 * The catalysts that were first seen or changed in a window, ordered by their last change. The
 * revisions in a page are limited, but a page has at least one catalyst.
 */
export async function replayCatalysts({
  input: { query },
  most = MAX_REVISIONS_A_PAGE,
}: {
  input: { query: z.output<typeof CatalystReplayQuery> };
  most?: number;
}): Promise<CatalystReplay> {
  const { limit, cursor } = query;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  return snapshot(async (db) => {
    const known = await knownUntil(db, query.known_at);
    const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
    const inWindow = sql`
      SELECT catalyst_id AS id FROM ${catalystRevisions}
      WHERE recorded_at >= ${iso(from)} AND recorded_at < ${iso(to)}
        AND recorded_at <= ${iso(known.knownAt)} AND json_array_length(changed) > 0
      UNION SELECT id FROM ${catalysts}
      WHERE first_seen_at >= ${iso(from)} AND first_seen_at < ${iso(to)}`;
    const changedAt = sql`known.event->>'last_updated_at'`;
    const behind =
      after === undefined
        ? sql`true`
        : sql`(${changedAt}, known.id) > (${after.time}, ${after.id})`;
    const { rows } = await db.execute<{ event: Catalyst }>(sql`
      SELECT known.event FROM (${knownEvents(inWindow, known)}) AS known
      WHERE ${matches(query)} AND ${behind}
      ORDER BY ${changedAt}, known.id LIMIT ${limit + 1}`);
    const events = bounded(
      rows.slice(0, limit).map(({ event }) => event),
      most,
    );
    const last = rows.length > events.length ? events.at(-1) : undefined;
    return {
      from: iso(from),
      to: iso(to),
      known_at: iso(known.knownAt),
      results: await readRecords(db, events, known),
      next: last === undefined ? null : encodeCursor(last.last_updated_at, last.id),
    };
  });
}

/** The first catalysts within the limit of revisions, and at least one. */
function bounded(events: readonly Catalyst[], most: number): Catalyst[] {
  let revisions = 0;
  return events.filter(({ revision }, index) => {
    revisions += Math.min(revision, MAX_REVISIONS);
    return index === 0 || revisions <= most;
  });
}

/**
 * Newest first, without merged ones. A page ends after it has checked `most` catalysts, even with
 * fewer results than the limit or none.
 */
export async function listCatalysts({
  input: { query },
  most = MAX_READ,
}: {
  input: { query: z.output<typeof CatalystListQuery> };
  most?: number;
}): Promise<CatalystList> {
  const { limit, cursor } = query;
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  return snapshot(async (db) => {
    const known = await knownUntil(db, query.known_at);
    const behind =
      before === undefined
        ? sql`true`
        : sql`(newest.first_seen_at, newest.id) < (${before.time}::timestamptz, ${before.id})`;
    const checked = sql`
      SELECT id, first_seen_at FROM ${catalysts} AS newest
      WHERE newest.first_seen_at <= ${iso(known.knownAt)} AND ${behind}
      ORDER BY newest.first_seen_at DESC, newest.id DESC LIMIT ${most}`;
    const { rows } = await db.execute<{ event: Catalyst }>(sql`
      SELECT known.event FROM (${checked}) AS newest
      CROSS JOIN LATERAL (${eventOf(sql`newest.id`, known)}) AS known
      WHERE known.event->>'merged_into' IS NULL AND ${matches(query)}
      ORDER BY newest.first_seen_at DESC, newest.id DESC LIMIT ${limit + 1}`);
    const results = rows.slice(0, limit).map(({ event }) => event);
    const last = rows.length > limit ? results.at(-1) : await lastOf(db, checked, most);
    return {
      known_at: iso(known.knownAt),
      results,
      next: last === undefined ? null : encodeCursor(last.first_seen_at, last.id),
    };
  });
}

/** The last of the checked catalysts; undefined when there were fewer than `most`. */
async function lastOf(
  db: Reads,
  checked: SQL,
  most: number,
): Promise<Pick<Catalyst, "id" | "first_seen_at"> | undefined> {
  const { rows } = await db.execute<{ id: string; at: number }>(sql`
    SELECT id, extract(epoch FROM first_seen_at) * 1000 AS at FROM (${checked}) AS newest
    OFFSET ${most - 1}`);
  const [last] = rows;
  return last === undefined ? undefined : { id: last.id, first_seen_at: iso(Number(last.at)) };
}

/** @throws CATALYST_NOT_FOUND, also when it was not known at the time */
export async function readCatalyst({
  input: { params, query },
}: {
  input: { params: { id: string }; query: z.output<typeof CatalystRecordQuery> };
}): Promise<KnownCatalystRecord> {
  return snapshot(async (db) => {
    const known = await knownUntil(db, query.known_at);
    const { rows } = await db.execute<{ event: Catalyst }>(eventOf(sql`${params.id}`, known));
    const [record] = await readRecords(
      db,
      rows.map(({ event }) => event),
      known,
    );
    if (record === undefined) throw new ServiceError("CATALYST_NOT_FOUND");
    return { ...record, known_at: iso(known.knownAt) };
  });
}

type Reads = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Runs all reads of an answer in one database snapshot. */
async function snapshot<Answer>(read: (db: Reads) => Promise<Answer>): Promise<Answer> {
  const db = await database();
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

function eventOf(id: SQL, { knownAt }: KnownUntil): SQL {
  return sql`
    SELECT said.catalyst_id AS id, said.event FROM ${catalystRevisions} AS said
    WHERE said.catalyst_id = ${id} AND said.recorded_at <= ${iso(knownAt)}
    ORDER BY said.revision DESC LIMIT 1`;
}

function knownEvents(ids: SQL, known: KnownUntil): SQL {
  return sql`
    SELECT wanted.id, last.event FROM (${ids}) AS wanted
    CROSS JOIN LATERAL (${eventOf(sql`wanted.id`, known)}) AS last`;
}

type Filters = {
  asset?: string | undefined;
  type?: CatalystType | undefined;
  min_magnitude?: number | undefined;
};

/** Filters by the row's `known.event`. */
function matches({ asset, type, min_magnitude: least }: Filters): SQL {
  const parts = [sql`true`];
  if (asset !== undefined) parts.push(sql`(known.event->'assets')::jsonb ? ${asset}`);
  if (type !== undefined) parts.push(sql`known.event->>'type' = ${type}`);
  if (least !== undefined) parts.push(sql`(known.event->>'magnitude')::integer >= ${least}`);
  return sql.join(parts, sql` AND `);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

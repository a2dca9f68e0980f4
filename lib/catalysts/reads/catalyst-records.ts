/** Catalysts with their full history, as it was known at a time. */
import "server-only";
import { and, asc, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { toReport } from "#lib/catalysts/events/report.ts";
import { catalystEvidence, catalystRevisions } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type {
  Catalyst,
  CatalystEvidence,
  CatalystRecord,
  CatalystRevision,
} from "#lib/protocol/wire/catalysts.ts";
import { movesOfCatalysts } from "./explained-moves.ts";
import type { KnownUntil } from "./known-until.ts";

/**
 * The most revisions of a catalyst in an answer. A request with an earlier `known_at` returns those
 * before.
 */
export const MAX_REVISIONS = 500;

type Reads = Pick<Database, "select" | "selectDistinctOn">;

/** In the order of `events`, which are the catalysts as they were known at the time. */
export async function readRecords(
  db: Reads,
  events: readonly Catalyst[],
  known: KnownUntil,
): Promise<CatalystRecord[]> {
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return [];
  const revisions = await readRevisions(db, events, known);
  const evidence = await readEvidence(db, ids, known);
  const moves = await movesOfCatalysts(db, ids, known);
  return events.map((event) => ({
    event,
    revisions: revisions.get(event.id) ?? [],
    evidence: evidence.get(event.id) ?? [],
    moves: moves.get(event.id) ?? [],
  }));
}

/** A revision as the database writes it: one text for each catalyst is read several times as fast as thousands of rows. */
type RevisionTuple = [
  revision: number,
  kind: CatalystRevision["kind"],
  recordedAt: number,
  dueAt: number | null,
  changed: CatalystRevision["changed"],
  status: Catalyst["status"],
  type: Catalyst["type"],
  magnitude: number,
  sentiment: Catalyst["sentiment"],
];

/** Revision numbers have no gaps, so the newest known one determines the range. */
async function readRevisions(
  db: Reads,
  events: readonly Catalyst[],
  { knownAt }: KnownUntil,
): Promise<Map<string, CatalystRevision[]>> {
  const { catalystId, revision, kind, recordedAt, dueAt, changed } = catalystRevisions;
  const { status, type, magnitude, sentiment } = catalystRevisions;
  const isLong = (event: Catalyst) => event.revision > MAX_REVISIONS;
  const whole = events.filter((event) => !isLong(event)).map(({ id }) => id);
  const newest = events
    .filter(isLong)
    .map(({ id, revision: last }) => and(eq(catalystId, id), gt(revision, last - MAX_REVISIONS)));
  const milliseconds = (time: typeof recordedAt | typeof dueAt) =>
    sql`(date_part('epoch', ${time}) * 1000)::bigint`;
  const rows = await db
    .select({
      catalystId,
      revisions: sql<string>`json_agg(json_build_array(${revision}, ${kind}, ${milliseconds(recordedAt)},
        ${milliseconds(dueAt)}, ${changed}, ${status}, ${type}, ${magnitude}, ${sentiment}) ORDER BY ${revision})::text`,
    })
    .from(catalystRevisions)
    .where(and(or(inArray(catalystId, whole), ...newest), lte(recordedAt, new Date(knownAt))))
    .groupBy(catalystId);
  return new Map(
    rows.map((row) => [
      row.catalystId,
      (JSON.parse(row.revisions) as RevisionTuple[]).map(revisionOf),
    ]),
  );
}

function revisionOf(tuple: RevisionTuple): CatalystRevision {
  const [revision, kind, recordedAt, dueAt, changed, status, type, magnitude, sentiment] = tuple;
  return {
    revision,
    kind,
    recorded_at: new Date(recordedAt).toISOString(),
    status,
    type,
    magnitude,
    sentiment,
    changed,
    due_at: dueAt === null ? null : new Date(dueAt).toISOString(),
  };
}

async function readEvidence(
  db: Reads,
  ids: readonly string[],
  { knownAt }: KnownUntil,
): Promise<Map<string, CatalystEvidence[]>> {
  const { catalystId, newsId, newsVersion, recordedAt, belongs } = catalystEvidence;
  const rows = await db
    .select({ catalystId, belongs, recordedAt, item: newsItems })
    .from(catalystEvidence)
    .innerJoin(
      newsItems,
      sql`(${newsItems.id}, ${newsItems.version}) = (${newsId}, ${newsVersion})`,
    )
    .where(and(inArray(catalystId, [...ids]), lte(recordedAt, new Date(knownAt))))
    .orderBy(asc(newsItems.seq), asc(recordedAt));
  // The last row of a report shows whether it still belongs.
  const last = new Map(rows.map((row) => [`${row.catalystId} ${row.item.seq}`, row]));
  const belonging = [...last.values()].filter((row) => row.belongs);
  const found = grouped(belonging, (row) => row.item);
  return new Map([...found].map(([id, items]) => [id, evidenceOf(items)]));
}

function evidenceOf(items: readonly (typeof newsItems.$inferSelect)[]): CatalystEvidence[] {
  const voices = new Set<string>();
  return items.map((item) => {
    const { id, url, publisher, simulated, headline, role, voiceId } = toReport(item);
    const isIndependent = !voices.has(voiceId);
    voices.add(voiceId);
    return {
      id,
      url,
      publisher,
      simulated,
      headline,
      role,
      is_independent: isIndependent,
      published_at: item.publishedAt?.toISOString() ?? null,
      recorded_at: item.recordedAt.toISOString(),
    };
  });
}

function grouped<Row extends { catalystId: string }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(row.catalystId) ?? [];
    group.push(valueOf(row));
    groups.set(row.catalystId, group);
  }
  return groups;
}

/** News for the public API: the newest version of each item, newest first. */
import "server-only";
import { and, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { catalystEvidence } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { database } from "#lib/platform/db/client.ts";
import type { NewsItem, NewsList, NewsListQuery } from "#lib/protocol/wire/catalysts.ts";

const ASSET_WEIGHT = 0.5;
const MAX_WORDS = 10;

/** The catalyst to which the item belongs now, if a split did not remove it. */
const CATALYST = sql<string | null>`(
  SELECT evidence.catalyst_id FROM ${catalystEvidence} AS evidence
  WHERE evidence.news_id = ${sql.raw('"news_items"."id"')} AND evidence.belongs
    AND NOT EXISTS (
      SELECT 1 FROM ${catalystEvidence} AS later
      WHERE later.news_id = evidence.news_id AND later.catalyst_id = evidence.catalyst_id
        AND NOT later.belongs AND later.recorded_at >= evidence.recorded_at)
  ORDER BY evidence.recorded_at DESC, evidence.catalyst_id DESC LIMIT 1)`;

/** @throws ServiceError MALFORMED_QUERY for an unknown cursor */
export async function searchNews({
  input,
}: {
  input: { query: z.output<typeof NewsListQuery> };
}): Promise<NewsList> {
  const { query = "", asset, from, to, limit, cursor } = input.query;
  const db = await database();
  const rows = await db
    .select({ item: newsItems, catalystId: CATALYST })
    .from(newsItems)
    .where(
      and(
        isNewest,
        ...wordsOf(query).map(hasWord),
        asset === undefined ? undefined : isAbout(asset),
        from === undefined ? recentOf(input.query) : gte(newsItems.recordedAt, new Date(from)),
        to === undefined ? undefined : lt(newsItems.recordedAt, new Date(to)),
        cursor === undefined ? undefined : lt(newsItems.seq, seqOf(cursor)),
      ),
    )
    .orderBy(desc(newsItems.seq))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1)?.item.seq;
  return {
    results: shown.map(({ item, catalystId }) => publicItem(item, catalystId)),
    next: rows.length > limit && last !== undefined ? String(last) : null,
  };
}

const isNewest = sql`NOT EXISTS (
  SELECT 1 FROM ${newsItems} AS later
  WHERE later.id = ${sql.raw('"news_items"."id"')}
    AND later.version > ${sql.raw('"news_items"."version"')})`;

/**
 * A text search without a start covers the newest 31 days, because it cannot know how far back the
 * words may occur.
 */
function recentOf({ query, asset }: z.output<typeof NewsListQuery>): SQL | undefined {
  if (query === undefined && asset === undefined) return undefined;
  return sql`${newsItems.recordedAt} > (
    SELECT recorded_at FROM ${newsItems} ORDER BY seq DESC LIMIT 1) - interval '31 days'`;
}

function wordsOf(query: string): string[] {
  return query
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

function hasWord(word: string): SQL {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${newsItems.headline} || ' ' || ${newsItems.summary}) ILIKE ${pattern}`;
}

function isAbout(asset: string): SQL {
  return sql`EXISTS (
    SELECT 1 FROM json_array_elements(${newsItems.assets}) AS named
    WHERE named->>'asset' = ${asset} AND (named->>'weight')::float8 >= ${ASSET_WEIGHT})`;
}

function seqOf(cursor: string): number {
  const seq = /^[1-9]\d{0,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(seq)) {
    throw new ServiceError("MALFORMED_QUERY", {
      parameter: "cursor",
      reason: "it is not a cursor of this list",
    });
  }
  return seq;
}

/** The sentiment counts only for events. */
function publicItem(row: typeof newsItems.$inferSelect, catalystId: string | null): NewsItem {
  const { type, direction, directionScore, publishedAt } = row;
  return {
    id: row.id,
    url: row.url,
    publisher: row.publisher,
    simulated: row.simulated,
    headline: row.headline,
    summary: row.summary,
    published_at: publishedAt === null ? null : publishedAt.toISOString(),
    recorded_at: row.recordedAt.toISOString(),
    role: row.role,
    type,
    sentiment: type === null ? null : { direction, confidence: directionScore },
    assets: row.assets.filter(({ weight }) => weight >= ASSET_WEIGHT).map(({ asset }) => asset),
    catalyst_id: catalystId,
  };
}

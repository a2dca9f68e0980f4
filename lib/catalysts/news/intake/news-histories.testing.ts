/**
 * For tests of the news writer: histories that are stored batch by batch, and what is stored
 * afterwards.
 */

import { asc } from "drizzle-orm";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { NewsBatch } from "#lib/catalysts/testing/random-news.testing.ts";
import { randomNews } from "#lib/catalysts/testing/random-news.testing.ts";
import { readItem, SOURCE } from "#lib/catalysts/testing/stored-news.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { NewsWriter } from "./news-writer.ts";

export const NOON = Date.UTC(2026, 4, 1, 12);
export const unlimited = { mostPerHour: Number.MAX_SAFE_INTEGER };

export async function storeBatch(
  writer: NewsWriter,
  { minutes, items }: NewsBatch,
  source = SOURCE,
): Promise<void> {
  const now = NOON + minutes * MINUTE_MS;
  const read = items.map((item) => readItem(item, now));
  await writer.store(source, read, { now: () => now });
}

/** For a third of the history, the clock is this many minutes ahead. */
function withClockAhead(history: readonly NewsBatch[], ahead: number): NewsBatch[] {
  const third = history.length / 3;
  return history.map(({ minutes, items }, index) => {
    const isAhead = index >= third && index < 2 * third;
    return { minutes: minutes + (isAhead ? ahead : 0), items };
  });
}

export const readRows = (db: Database) => db.select().from(newsItems).orderBy(asc(newsItems.seq));

/** The same history stored by one writer that never stops. */
export async function uninterrupted(history: readonly NewsBatch[]) {
  const other = await testDatabase();
  const writer = new NewsWriter({ db: other, ...unlimited });
  for (const batch of history) await storeBatch(writer, batch);
  const rows = await readRows(other);
  await other.$client.end();
  return rows;
}

/**
 * Stores a history of several sources whose clock is ahead for a while: in `db` with a new writer
 * for each batch, and in another database with a single writer.
 */
export async function storeTwice(db: Database, { seed, hours }: { seed: number; hours: number }) {
  const history = withClockAhead(randomNews(seed, 30), hours * 60);
  const sources = [0, 1, 2].map((number) => ({ ...SOURCE, name: `wire-${number}` }));
  const other = await testDatabase();
  const writer = new NewsWriter({ db: other, ...unlimited });
  for (const [index, batch] of history.entries()) {
    const source = sources[index % 3];
    await storeBatch(new NewsWriter({ db, ...unlimited }), batch, source);
    await storeBatch(writer, batch, source);
  }
  const rows = { restarted: await readRows(db), uninterrupted: await readRows(other) };
  await other.$client.end();
  return rows;
}

/** How many items were recorded at an earlier time than the previous one. */
export function countBack(rows: Awaited<ReturnType<typeof readRows>>): number {
  return rows.filter(({ recordedAt }, index) => {
    const before = rows[index - 1]?.recordedAt;
    return before !== undefined && recordedAt < before;
  }).length;
}

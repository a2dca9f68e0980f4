/**
 * Records the reports that a simulated world has behind it when it is first read, each as if it had been read seconds after it was
 * published. In the real world what came late counts as late; the past of a simulation was simulated for the one who reads it.
 */
import { firstState, saveState } from "#lib/catalysts/news/intake/news-source-states.ts";
import type { NewsWriter } from "#lib/catalysts/news/intake/news-writer.ts";
import type { NewsParser } from "#lib/catalysts/news/parsing/news-parser.ts";
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { readNews } from "#lib/catalysts/news/reading/read-news.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { fetchSource } from "#lib/catalysts/sources/fetch.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Network } from "#lib/platform/outbound/guarded-request.ts";

/** How soon after its publication a report is read. */
const READ_AFTER_MS = 5_000;

export type PastNewsParts = {
  db: Database;
  /** Feeds of the simulated world. */
  sources: readonly NewsSource[];
  parser: Pick<NewsParser, "parse">;
  writer: Pick<NewsWriter, "store">;
  /** Tests replace it. */
  network?: Network;
};

type Published = { source: NewsSource; item: ParsedItem; at: number };

/**
 * Unix milliseconds.
 * @returns how many were recorded
 * @throws the error of a source that does not answer, with nothing recorded
 */
export async function recordPastNews(
  { db, sources, parser, writer, network }: PastNewsParts,
  { from, until }: { from: number; until: number },
): Promise<number> {
  const published: Published[] = [];
  for (const source of sources) {
    const answer = await fetchSource({ source, etag: null, lastModified: null }, network);
    if (answer.kind === "unchanged") continue;
    const { bytes, contentType, url } = answer;
    const { simulatedOrigin } = source;
    const feed = await parser.parse({ bytes, contentType, url, simulatedOrigin, now: until });
    for (const item of feed.items) {
      const at = item.publishedAt ?? 0;
      if (at >= from && at + READ_AFTER_MS <= until) published.push({ source, item, at });
    }
  }
  published.sort((one, other) => one.at - other.at || (one.item.id < other.item.id ? -1 : 1));
  const lastItems = new Map<NewsSource, Date>();
  for (const { source, item, at } of published) {
    const now = at + READ_AFTER_MS;
    lastItems.set(source, new Date(now));
    await writer.store(source, [{ item, reading: readNews(item, now), model: null }], {
      now: () => now,
    });
  }
  for (const [source, lastItemAt] of lastItems) {
    await saveState(db, { ...firstState(source), lastItemAt });
  }
  return published.length;
}

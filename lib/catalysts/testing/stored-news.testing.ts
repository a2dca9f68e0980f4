/** News in a database, as a source delivered it. */

import { makeNewsId } from "#lib/catalysts/news/deduplication/canonical-url.ts";
import { NewsWriter } from "#lib/catalysts/news/intake/news-writer.ts";
import type { ReadItem } from "#lib/catalysts/news/model/second-opinion.ts";
import { readNews } from "#lib/catalysts/news/reading/read-news.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type GivenItem = { url: string; headline: string; summary?: string };

export const SOURCE: NewsSource = {
  name: "wire",
  authority: 0.7,
  url: "https://wire.example/rss",
  publisher: "wire.example",
  simulatedOrigin: undefined,
};

/** An item as the intake reads it. `now` is in Unix milliseconds. */
export function readItem({ url, headline, summary = "" }: GivenItem, now: number): ReadItem {
  const address = new URL(url);
  const item = {
    id: makeNewsId(address),
    url,
    publisher: address.hostname,
    headline,
    summary,
    publishedAt: now,
  };
  return { item, reading: readNews(item, now), model: null };
}

export async function storeItems(
  db: Database,
  items: readonly GivenItem[],
  now: number,
): Promise<void> {
  const read = items.map((item) => readItem(item, now));
  await new NewsWriter({ db }).store(SOURCE, read, { now: () => now });
}

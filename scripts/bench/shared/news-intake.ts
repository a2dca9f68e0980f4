/** How many items of news a second are read, placed among the others and stored, with the embedded database in its thread. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeNewsId } from "#lib/catalysts/news/deduplication/canonical-url.ts";
import { NewsWriter } from "#lib/catalysts/news/intake/news-writer.ts";
import type { ReadItem } from "#lib/catalysts/news/model/second-opinion.ts";
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { corpus } from "#lib/catalysts/news/reading/corpus/headlines.ts";
import { readNews } from "#lib/catalysts/news/reading/read-news.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { migrateDatabase } from "#lib/platform/db/migrations.ts";
import { amount } from "./options.ts";
import { print, row } from "./report.ts";

const ITEMS = amount(20_000, 200);
/** As one read of a source brings them. */
const ITEMS_AT_ONCE = 200;
const GOAL = 1_000;
const START = Date.UTC(2026, 4, 1);
const SUMMARY = "The company said on Friday that more details follow after a review of the matter.";
const SOURCE: NewsSource = {
  name: "bench",
  authority: 0.7,
  url: "https://wire.example/rss",
  publisher: "wire.example",
  simulatedOrigin: undefined,
};

/** Items that differ from each other, 1,000 of them in a second of their own time. */
function itemAt(index: number, headlines: readonly string[]): ParsedItem {
  const url = new URL(`https://site${index % 50}.example/${index}`);
  const headline = `${headlines[(index * 7) % headlines.length]}, report ${index % 997}`;
  const rest = { publisher: url.hostname, headline, summary: SUMMARY, publishedAt: null };
  return { id: makeNewsId(url), url: url.href, ...rest };
}

/** Prints the rate of the whole, and what reading and storing take of it. */
export async function measureIntake(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-news-"));
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  await migrateDatabase(db);
  const headlines = corpus().map(({ text }) => text);
  const writer = new NewsWriter({ db, mostPerHour: Number.MAX_SAFE_INTEGER });
  const before = process.cpuUsage();
  const spent = { reading: 0, storing: 0 };
  for (let first = 0; first < ITEMS; first += ITEMS_AT_ONCE) {
    const now = START + first;
    const items = Array.from({ length: ITEMS_AT_ONCE }, (_, index) =>
      itemAt(first + index, headlines),
    );
    const begun = performance.now();
    const read = items.map(
      (item): ReadItem => ({ item, reading: readNews(item, now), model: null }),
    );
    const isRead = performance.now();
    await writer.store(SOURCE, read, { now: () => now });
    spent.reading += isRead - begun;
    spent.storing += performance.now() - isRead;
  }
  const { user, system } = process.cpuUsage(before);
  await closeDatabase();
  rmSync(dataDir, { recursive: true });
  const seconds = (spent.reading + spent.storing) / 1_000;
  row("intake of news", "items/s", "read ms", "store ms", "CPU ms");
  const each = (ms: number) => (ms / ITEMS).toFixed(3);
  row(
    `${ITEMS} items`,
    (ITEMS / seconds).toFixed(0),
    each(spent.reading),
    each(spent.storing),
    each((user + system) / 1_000),
  );
  print(`goal: at least ${GOAL} items/s; CPU of all threads, the database's too, an item`);
}

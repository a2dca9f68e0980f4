/** The configured news sources for the public API: when each last answered, and why one fails. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { count, gt } from "drizzle-orm";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import { publicState } from "#lib/catalysts/sources/public-state.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import type { NewsSources } from "#lib/protocol/wire/catalysts.ts";
import { readNewsSourceStates } from "./intake/news-source-states.ts";
import { configuredSources, type NewsSource } from "./sources/news-source.ts";

export async function readNewsSources(): Promise<NewsSources> {
  return sourcesAt(configuredSources(config()), systemClock.now());
}

/** In the order of the configuration. `now` is in Unix milliseconds. */
export async function sourcesAt(sources: readonly NewsSource[], now: number): Promise<NewsSources> {
  const db = await database();
  const states = await readNewsSourceStates(db, sources);
  const counts = await db
    .select({ source: newsItems.source, items: count() })
    .from(newsItems)
    .where(gt(newsItems.recordedAt, new Date(now - DAY_MS)))
    .groupBy(newsItems.source);
  const itemsOf = new Map(counts.map(({ source, items }) => [source, items]));
  const rows = sources.flatMap(({ name }) => states.get(name) ?? []);
  return {
    results: rows.map((state) => ({
      ...publicState(state, now, DAY_MS),
      kind: state.kind,
      items_per_day: itemsOf.get(state.name) ?? 0,
    })),
  };
}

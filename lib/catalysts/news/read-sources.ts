/** The configured sources of news for everybody: how fresh each is, and why one fails. */
import "server-only";
import { count, gt } from "drizzle-orm";
import { systemClock } from "#lib/platform/clock.ts";
import { config } from "#lib/platform/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { newsItems } from "#lib/platform/db/schema/news.ts";
import type { NewsSourceState } from "#lib/protocol/enumerations.ts";
import type { NewsSources } from "#lib/protocol/wire/catalysts.ts";
import { type NewsSource, sourcesOf } from "./fetching/news-source.ts";
import { readStates, type SourceState } from "./intake/source-states.ts";
import { toldError } from "./intake/told-error.ts";

const DAY_MS = 86_400_000;

export async function readSources(): Promise<NewsSources> {
  return sourcesAt(sourcesOf(config()), systemClock.now());
}

/** In the order of the configuration. `now` in Unix milliseconds. */
export async function sourcesAt(sources: readonly NewsSource[], now: number): Promise<NewsSources> {
  const db = await database();
  const states = await readStates(db, sources);
  const counts = await db
    .select({ source: newsItems.source, items: count() })
    .from(newsItems)
    .where(gt(newsItems.recordedAt, new Date(now - DAY_MS)))
    .groupBy(newsItems.source);
  const itemsOf = new Map(counts.map(({ source, items }) => [source, items]));
  const rows = sources.flatMap(({ name }) => states.get(name) ?? []);
  return {
    results: rows.map((state) => ({
      name: state.name,
      publisher: state.publisher,
      kind: state.kind,
      simulated: state.simulated,
      state: stateOf(state, now),
      last_read_at: isoOf(state.lastReadAt),
      last_item_at: isoOf(state.lastItemAt),
      items_per_day: itemsOf.get(state.name) ?? 0,
      ...toldError(state.error),
    })),
  };
}

function stateOf({ failures, lastReadAt, lastItemAt }: SourceState, now: number): NewsSourceState {
  if (failures > 0) return "failing";
  if (lastReadAt === null) return "waiting";
  return lastItemAt !== null && lastItemAt.getTime() > now - DAY_MS ? "fresh" : "silent";
}

function isoOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

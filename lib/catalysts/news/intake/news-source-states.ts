/** The stored states of the sources of news. */
import { inArray } from "drizzle-orm";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { newsSources } from "#lib/catalysts/schema/news.ts";
import { newState, readStates } from "#lib/catalysts/sources/states.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type StoredNewsSource = typeof newsSources.$inferSelect;

/** A source has no document kind before its first read. */
export function firstState(source: NewsSource): StoredNewsSource {
  return { ...newState(source), kind: "feed", cursor: null };
}

export function readNewsSourceStates(
  db: Pick<Database, "select">,
  sources: readonly NewsSource[],
): Promise<Map<string, StoredNewsSource>> {
  const rowsNamed = (names: readonly string[]) =>
    db.select().from(newsSources).where(inArray(newsSources.name, names));
  return readStates({ sources, rowsNamed, first: firstState });
}

export async function saveState(db: Database, state: StoredNewsSource): Promise<void> {
  await db
    .insert(newsSources)
    .values(state)
    .onConflictDoUpdate({ target: newsSources.name, set: state });
}

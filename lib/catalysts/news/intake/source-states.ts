/** What is known of each source: when it is read next, and how the last read went. */
import { inArray } from "drizzle-orm";
import type { NewsSource } from "#lib/catalysts/news/fetching/news-source.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { newsSources } from "#lib/platform/db/schema/news.ts";

const MOST_WAIT_MS = 3_600_000;
const MOST_DOUBLINGS = 6;
/** So that sources which began together do not stay together. */
const JITTER = 0.1;

export type SourceState = typeof newsSources.$inferSelect;

/** Before its first read a source shows no kind. */
export function firstState({ name, publisher, simulatedOrigin }: NewsSource): SourceState {
  return {
    name,
    kind: "feed",
    publisher,
    simulated: simulatedOrigin !== undefined,
    etag: null,
    lastModified: null,
    cursor: null,
    nextAt: new Date(0),
    lastReadAt: null,
    lastItemAt: null,
    failures: 0,
    error: null,
  };
}

/** States by name, as they were stored or as they begin. */
export async function readStates(
  db: Pick<Database, "select">,
  sources: readonly NewsSource[],
): Promise<Map<string, SourceState>> {
  const names = sources.map(({ name }) => name);
  const rows =
    names.length === 0
      ? []
      : await db.select().from(newsSources).where(inArray(newsSources.name, names));
  const stored = new Map(rows.map((row) => [row.name, row]));
  return new Map(
    sources.map((source) => {
      const { name, publisher, simulatedOrigin } = source;
      const row = stored.get(name);
      // The name of another source now: what its server said of itself does not count.
      const isSame =
        row?.publisher === publisher && row.simulated === (simulatedOrigin !== undefined);
      return [name, isSame ? row : firstState(source)];
    }),
  );
}

export async function saveState(db: Database, state: SourceState): Promise<void> {
  await db
    .insert(newsSources)
    .values(state)
    .onConflictDoUpdate({ target: newsSources.name, set: state });
}

export type Wait = {
  pollMs: number;
  /** Of reads in a row. */
  failures: number;
  /** As the source asked. */
  retryAfterMs?: number | undefined;
  /** From 0 to 1. */
  random: number;
};

/** Doubles with each failure, up to an hour. */
export function waitMs({ pollMs, failures, retryAfterMs = 0, random }: Wait): number {
  const doubled = pollMs * 2 ** Math.min(failures, MOST_DOUBLINGS);
  const wait = Math.min(Math.max(doubled, retryAfterMs), Math.max(MOST_WAIT_MS, pollMs));
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

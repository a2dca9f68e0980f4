/**
 * Loads the engine's state from the stored rows: a replica that takes over continues exactly like
 * the one before it.
 */
import { and, asc, eq, gt, isNotNull, or } from "drizzle-orm";
import { byAge } from "#lib/catalysts/events/match-report.ts";
import { type Report, toReport } from "#lib/catalysts/events/report.ts";
import type { TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import { catalystEvidence, catalysts } from "#lib/catalysts/schema/catalysts.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { CATALYST_RETENTION_MS, type EngineState, MOVE_RETENTION_MS } from "./engine-state.ts";
import { readKnownMoves } from "./stored-moves.ts";
import type { Watermark } from "./watermark.ts";

type Reads = Pick<Database, "select" | "selectDistinctOn">;

/** Call it in the same snapshot that read the watermark. */
export async function loadState(db: Reads, { at, moveMinute }: Watermark): Promise<EngineState> {
  const rows = await db.select().from(catalysts).where(isRetained(at));
  const evidence = await readEvidence(db, at);
  const loaded = rows.map(
    ({ id, event, nextDueAt, sent, isSplit, isConfirmedByMove }): TrackedCatalyst => ({
      event,
      evidence: evidence.get(id) ?? [],
      nextDueAt: nextDueAt?.getTime() ?? null,
      sent,
      isSplit,
      isConfirmedByMove,
    }),
  );
  const moves = await readKnownMoves(db, { onset: at - MOVE_RETENTION_MS, until: moveMinute });
  return {
    catalysts: new Map(loaded.toSorted(byAge).map((one) => [one.event.id, one])),
    moves: new Map(moves.map((one) => [one.move.id, one])),
  };
}

/** The condition for catalysts that can still change. */
function isRetained(at: number) {
  return or(
    isNotNull(catalysts.nextDueAt),
    gt(catalysts.trackedUntil, new Date(at - CATALYST_RETENTION_MS)),
  );
}

async function readEvidence(db: Reads, at: number): Promise<Map<string, readonly Report[]>> {
  const rows = await db
    .select({ link: catalystEvidence, item: newsItems })
    .from(catalystEvidence)
    .innerJoin(catalysts, eq(catalysts.id, catalystEvidence.catalystId))
    .innerJoin(
      newsItems,
      and(
        eq(newsItems.id, catalystEvidence.newsId),
        eq(newsItems.version, catalystEvidence.newsVersion),
      ),
    )
    .where(isRetained(at))
    .orderBy(asc(newsItems.seq), asc(catalystEvidence.recordedAt));
  const belongs = new Map<string, Map<number, Report>>();
  for (const { link, item } of rows) {
    const known = belongs.get(link.catalystId) ?? new Map<number, Report>();
    belongs.set(link.catalystId, known);
    if (link.belongs) known.set(item.seq, toReport(item));
    else known.delete(item.seq);
  }
  return new Map([...belongs].map(([id, known]) => [id, [...known.values()]]));
}

/** Reads moves as a pass read them, with their explanations. */
import { and, asc, desc, gt, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { TrackedMove } from "#lib/catalysts/causes/explained-move.ts";
import {
  type CountedDetector,
  isCounted,
  readDetectors,
} from "#lib/catalysts/moves/counted-moves.ts";
import { catalystMoves, moveExplanations, moveRevisions } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { moveSeen } from "./engine-state.ts";

type Reads = Pick<Database, "select" | "selectDistinctOn">;
type MoveRevision = typeof moveRevisions.$inferSelect;

/** More moves than can open in one minute of 200 markets. */
const MAX_ROWS = 2_000;

/**
 * The newest state of each move of the detector that changed in minutes that ended after `from`, up
 * to `until`. Returns how far it read: whole minutes within the row limit, and at least one minute.
 */
export async function readChangedMoves(
  db: Reads,
  detector: CountedDetector,
  { from, until, most = MAX_ROWS }: { from: number; until: number; most?: number },
): Promise<{ moves: TrackedMove[]; until: number }> {
  const { minuteEnd, moveId, revision } = moveRevisions;
  const inOrder = (first: number, last: number) =>
    db
      .select()
      .from(moveRevisions)
      .where(and(isCounted(moveRevisions, [detector]), gt(minuteEnd, first), lte(minuteEnd, last)))
      .orderBy(asc(minuteEnd), asc(moveId), asc(revision));
  const rows = await inOrder(from, until).limit(most + 1);
  const next = rows[most]?.minuteEnd;
  const isMore = next !== undefined;
  let whole = isMore ? rows.filter((row) => row.minuteEnd < next) : rows;
  if (isMore && whole.length === 0) whole = await inOrder(from, next);
  const newest = [...new Map(whole.map((row) => [row.moveId, row])).values()];
  const moves = await withExplanations(db, newest);
  return { moves, until: isMore ? (whole.at(-1)?.minuteEnd ?? next) : until };
}

/**
 * Moves with an onset after `onset`, in their state after the minutes up to `until`, whichever
 * detector found them. They include moves with a pending verdict, which opened minutes ago.
 */
export async function readKnownMoves(
  db: Reads,
  { onset, until }: { onset: number; until: number },
): Promise<TrackedMove[]> {
  const { moveId, revision, minuteEnd } = moveRevisions;
  const rows = await db
    .selectDistinctOn([moveId])
    .from(moveRevisions)
    .where(
      and(
        isCounted(moveRevisions, await readDetectors(db)),
        // A move that starts after `onset` also ends after it, and the index has the ends.
        gt(minuteEnd, onset),
        lte(minuteEnd, until),
        gt(moveRevisions.onset, onset),
      ),
    )
    .orderBy(asc(moveId), desc(revision));
  return withExplanations(db, rows);
}

async function withExplanations(db: Reads, rows: readonly MoveRevision[]): Promise<TrackedMove[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ moveId }) => moveId);
  const said = await db
    .selectDistinctOn([moveExplanations.moveId])
    .from(moveExplanations)
    .where(isAmong(moveExplanations.moveId, ids))
    .orderBy(asc(moveExplanations.moveId), desc(moveExplanations.revision));
  const explanations = new Map(said.map((row) => [row.moveId, row.explanation]));
  const links = await db.select().from(catalystMoves).where(isAmong(catalystMoves.moveId, ids));
  const candidates = Map.groupBy(links, ({ moveId }) => moveId);
  return rows.map((row) => ({
    move: moveSeen({ ...row, id: row.moveId }),
    explanation: explanations.get(row.moveId) ?? null,
    candidates: (candidates.get(row.moveId) ?? []).map(({ catalystId }) => catalystId).toSorted(),
  }));
}

/** Passes the ids as one parameter, because a statement has at most 65,535. */
function isAmong(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} IN (SELECT json_array_elements_text(${JSON.stringify(ids)}::json))`;
}

/** Moves with their explanations, as they were known at a time. */
import "server-only";
import { and, asc, desc, eq, inArray, lte, sql } from "drizzle-orm";
import { isCounted, readDetectors } from "#lib/catalysts/moves/counted-moves.ts";
import { publicMove } from "#lib/catalysts/moves/read-moves.ts";
import { catalystMoves, moveExplanations, moveRevisions } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { ExplainedMove } from "#lib/protocol/wire/catalysts.ts";
import { type KnownUntil, movesKnownUntil } from "./known-until.ts";

type Reads = Pick<Database, "select" | "selectDistinctOn">;

/** By id. Moves that were not known at the time are missing. */
export async function explainedMoves(
  db: Reads,
  ids: readonly string[],
  known: KnownUntil,
): Promise<Map<string, ExplainedMove>> {
  if (ids.length === 0) return new Map();
  const { moveId, revision } = moveRevisions;
  const rows = await db
    .selectDistinctOn([moveId])
    .from(moveRevisions)
    .where(
      and(
        inArray(moveId, [...ids]),
        lte(moveRevisions.minuteEnd, await movesKnownUntil(db, known)),
        isCounted(moveRevisions, await readDetectors(db)),
      ),
    )
    .orderBy(asc(moveId), desc(revision));
  const said = await db
    .selectDistinctOn([moveExplanations.moveId])
    .from(moveExplanations)
    .where(
      and(
        inArray(moveExplanations.moveId, [...ids]),
        lte(moveExplanations.recordedAt, new Date(known.knownAt)),
      ),
    )
    .orderBy(asc(moveExplanations.moveId), desc(moveExplanations.revision));
  const explanations = new Map(said.map((row) => [row.moveId, row.explanation]));
  return new Map(
    rows.map((row) => [
      row.moveId,
      {
        move: publicMove({ ...row, id: row.moveId }),
        explanation: explanations.get(row.moveId) ?? null,
      },
    ]),
  );
}

/** The most moves of one catalyst. */
const MAX_MOVES = 100;

/**
 * The moves for which each catalyst was a candidate at the time: the newest ones, listed oldest
 * first.
 */
export async function movesOfCatalysts(
  db: Reads,
  ids: readonly string[],
  known: KnownUntil,
): Promise<Map<string, ExplainedMove[]>> {
  if (ids.length === 0) return new Map();
  const { catalystId: catalyst, moveId: linked, recordedAt } = catalystMoves;
  const ranked = db
    .select({
      catalystId: catalyst,
      moveId: linked,
      position: sql<number>`row_number() OVER (
        PARTITION BY ${catalyst} ORDER BY ${recordedAt} DESC, ${linked})`.as("position"),
    })
    .from(catalystMoves)
    .where(and(inArray(catalyst, [...ids]), lte(recordedAt, new Date(known.knownAt))))
    .as("ranked");
  const links = await db.select().from(ranked).where(lte(ranked.position, MAX_MOVES));
  const moves = await explainedMoves(db, [...new Set(links.map(({ moveId }) => moveId))], known);
  const found = new Map<string, ExplainedMove[]>();
  for (const { catalystId, moveId } of links) {
    const move = moves.get(moveId);
    if (move !== undefined) found.set(catalystId, [...(found.get(catalystId) ?? []), move]);
  }
  for (const [id, list] of found) found.set(id, list.toSorted(byOpening));
  return found;
}

/** Every explanation of one move up to the time, oldest first. */
export function readExplanations(db: Reads, moveId: string, { knownAt }: KnownUntil) {
  return db
    .select()
    .from(moveExplanations)
    .where(
      and(eq(moveExplanations.moveId, moveId), lte(moveExplanations.recordedAt, new Date(knownAt))),
    )
    .orderBy(asc(moveExplanations.revision));
}

function byOpening({ move: one }: ExplainedMove, { move: other }: ExplainedMove): number {
  return Date.parse(one.opened_at) - Date.parse(other.opened_at) || (one.id < other.id ? -1 : 1);
}

/** A move with all its explanations, as it was known at a time. */
import "server-only";
import { and, desc, eq, gte, lte } from "drizzle-orm";
import type { z } from "zod";
import { isCaused } from "#lib/catalysts/causes/named-cause.ts";
import { isCounted, readDetectors } from "#lib/catalysts/moves/counted-moves.ts";
import { moves } from "#lib/catalysts/schema/catalysts.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { KnownMove, KnownMoveQuery } from "#lib/protocol/wire/catalysts.ts";
import { explainedMoves, readExplanations } from "./explained-moves.ts";
import { knownUntil, movesKnownUntil } from "./known-until.ts";

/** @throws MOVE_NOT_FOUND, also when it was not known at the time */
export async function readKnownMove({
  input: { params, query },
}: {
  input: { params: { id: string }; query: z.output<typeof KnownMoveQuery> };
}): Promise<KnownMove> {
  const db = await database();
  return db.transaction((tx) => knownMove(tx, params.id, query.known_at), SNAPSHOT);
}

const SNAPSHOT = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
const FAR_MS = 6 * 3_600_000;

/**
 * The newest move of a market that opened at or up to six hours before `time` (Unix milliseconds).
 * @throws MOVE_NOT_FOUND
 */
export async function readMarketMove(market: string, time: number): Promise<KnownMove> {
  const db = await database();
  return db.transaction(async (tx) => {
    // A move that no pass has read is not known yet, and must not hide a known one.
    const known = await movesKnownUntil(tx, await knownUntil(tx, undefined));
    const [found] = await tx
      .select({ id: moves.id })
      .from(moves)
      .where(
        and(
          isCounted(moves, await readDetectors(tx)),
          eq(moves.market, market),
          lte(moves.onset, time),
          gte(moves.openedAt, time - FAR_MS),
          lte(moves.openedAt, known),
        ),
      )
      .orderBy(desc(moves.openedAt))
      .limit(1);
    if (found === undefined) throw new ServiceError("MOVE_NOT_FOUND");
    return knownMove(tx, found.id, undefined);
  }, SNAPSHOT);
}

async function knownMove(
  db: Pick<Database, "select" | "selectDistinctOn">,
  id: string,
  wanted: string | undefined,
): Promise<KnownMove> {
  const known = await knownUntil(db, wanted);
  const move = (await explainedMoves(db, [id], known)).get(id);
  if (move === undefined) throw new ServiceError("MOVE_NOT_FOUND");
  const said = await readExplanations(db, id, known);
  return {
    ...move,
    known_at: new Date(known.knownAt).toISOString(),
    revisions: said.map(({ revision, recordedAt, verdict, probability, catalystId }) => ({
      revision,
      recorded_at: recordedAt.toISOString(),
      verdict,
      probability: isCaused(verdict) ? probability : null,
      catalyst_id: isCaused(verdict) ? catalystId : null,
    })),
  };
}

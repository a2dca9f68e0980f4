/** What was said last of why prices moved, in short. */
import "server-only";
import { desc, inArray } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { moveExplanations } from "#lib/platform/db/schema/catalysts.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import type { MoveCause } from "#lib/protocol/wire/moves.ts";

/** By id of the move; a move that was not looked at yet is not among them. */
export async function readCauses(
  db: Pick<Database, "selectDistinctOn">,
  ids: readonly string[],
): Promise<Map<string, MoveCause>> {
  if (ids.length === 0) return new Map();
  const { moveId, revision, explanation } = moveExplanations;
  const rows = await db
    .selectDistinctOn([moveId], { moveId, explanation })
    .from(moveExplanations)
    .where(inArray(moveId, [...ids]))
    .orderBy(moveId, desc(revision));
  return new Map(rows.map((row) => [row.moveId, causeOf(row.explanation)]));
}

function causeOf({ verdict, probability, candidates }: MoveExplanation): MoveCause {
  const [first] = candidates;
  return {
    verdict,
    probability,
    catalyst_id: first?.catalyst_id ?? null,
    headline: first?.headline ?? null,
    type: first?.type ?? null,
  };
}

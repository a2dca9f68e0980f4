/** The newest causes of moves, in short form. */
import "server-only";
import { desc, inArray } from "drizzle-orm";
import { isCaused } from "#lib/catalysts/causes/named-cause.ts";
import { moveExplanations } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";
import type { MoveCause } from "#lib/protocol/wire/moves.ts";

/** By move id. Moves without an explanation are missing. */
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

/** When no cause was found, the likeliest candidate is not the cause. */
function causeOf({ verdict, probability, candidates }: MoveExplanation): MoveCause {
  const cause = isCaused(verdict) ? candidates[0] : undefined;
  return {
    verdict,
    probability: cause === undefined ? null : probability,
    catalyst_id: cause?.catalyst_id ?? null,
    headline: cause?.headline ?? null,
    type: cause?.type ?? null,
  };
}

/**
 * The operator splits a catalyst from the one into which it was merged, because they are two
 * stories.
 */
import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { CATALYST_RETENTION_MS } from "#lib/catalysts/passes/engine-state.ts";
import { DECISIONS_CHANNEL } from "#lib/catalysts/passes/passes-election.ts";
import { catalystDecisions, catalysts } from "#lib/catalysts/schema/catalysts.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { wakeLoops } from "#lib/kernel/time/wakes.ts";
import { database } from "#lib/platform/db/client.ts";
import { catalystId } from "#lib/protocol/wire/catalysts.ts";

export const SplitParams = z.strictObject({ id: catalystId });
export const SplitDecision = z.strictObject({
  catalyst_id: catalystId,
  merged_into: catalystId,
  given_at: z.iso.datetime({ precision: 3 }),
});

/**
 * Stores the decision for the next pass. Idempotent: each merge has at most one decision.
 * @throws CATALYST_NOT_FOUND, CATALYST_CANNOT_BE_SPLIT
 */
export async function splitCatalyst({
  ctx: { now },
  input: {
    params: { id },
  },
}: {
  ctx: { now: number };
  input: { params: z.output<typeof SplitParams> };
}): Promise<z.output<typeof SplitDecision>> {
  const db = await database();
  const [catalyst] = await db.select().from(catalysts).where(eq(catalysts.id, id));
  if (catalyst === undefined) throw new ServiceError("CATALYST_NOT_FOUND");
  const { mergedInto, trackedUntil, revision } = catalyst;
  if (mergedInto === null || trackedUntil.getTime() <= now - CATALYST_RETENTION_MS) {
    throw new ServiceError("CATALYST_CANNOT_BE_SPLIT");
  }
  const givenAt = new Date(now);
  await db
    .insert(catalystDecisions)
    .values({ id: `split:${id}:${revision}`, kind: "split", catalystId: id, givenAt })
    .onConflictDoNothing()
    .returning({ notified: sql`pg_notify(${DECISIONS_CHANNEL}, '')` });
  wakeLoops(DECISIONS_CHANNEL);
  return { catalyst_id: id, merged_into: mergedInto, given_at: givenAt.toISOString() };
}

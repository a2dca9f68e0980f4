/** Deletes staged orders that ended long ago. Their entries in the audit log stay. */
import "server-only";
import { and, eq, inArray, lt, lte, type SQL } from "drizzle-orm";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { STAGED_ORDER_RETENTION_DAYS } from "#lib/protocol/staged-orders.ts";
import { writeDownOverdue } from "./_rows.ts";

const RETENTION_MS = STAGED_ORDER_RETENTION_DAYS * 86_400_000;
const BATCH = 1_000;
/** Maximum of one call; the rest is left to the next. */
const MAX_BATCHES = 50;

/**
 * Any replica may do this at any time. An order that waits, is being sent or has an unknown outcome is never deleted, however
 * old it is. `now` in Unix milliseconds.
 */
export async function removeEndedOrders(now: number): Promise<void> {
  const db = await database();
  const at = new Date(now);
  await inBatches(() => writeDownExpired(db, at));
  await inBatches(() => removeBatch(db, new Date(now - RETENTION_MS)));
}

async function inBatches(run: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if ((await run()) < BATCH) return;
  }
}

/** Expires waiting orders that were not read since; they ended at their deadline. */
async function writeDownExpired(db: Database, at: Date): Promise<number> {
  const isExpired = and(eq(stagedOrders.state, "waiting"), lte(stagedOrders.expiresAt, at));
  return db.transaction((change) => {
    const which = and(inArray(stagedOrders.id, someOf(change, isExpired)), isExpired);
    return writeDownOverdue(change, which, at.getTime());
  });
}

async function removeBatch(db: Database, before: Date): Promise<number> {
  const isOld = lt(stagedOrders.endedAt, before);
  const gone = await db
    .delete(stagedOrders)
    .where(and(inArray(stagedOrders.id, someOf(db, isOld)), isOld))
    .returning({ id: stagedOrders.id });
  return gone.length;
}

/** Skips rows that another replica has locked. */
function someOf(db: Pick<Database, "select">, which: SQL | undefined) {
  const { id } = stagedOrders;
  return db
    .select({ id })
    .from(stagedOrders)
    .where(which)
    .limit(BATCH)
    .for("update", { skipLocked: true });
}

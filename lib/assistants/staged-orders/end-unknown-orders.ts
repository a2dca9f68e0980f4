/** Finds the outcome of orders that were sent and not answered, even when nobody reads them. In every replica. */
import "server-only";
import { and, asc, eq, lt, or } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { stagedOrders } from "#lib/platform/db/schema/assistants.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/platform/repeated-task.ts";
import { reconciled, SENDER_GONE_AFTER_MS } from "./_reconcile.ts";

const EVERY_MS = 5_000;
/** An order that stays unknown, for example without a venue key, is looked up ever more seldom. */
const LONGEST_WAIT_MS = 600_000;
/** Most orders that are examined in one run. */
const MOST = 1_000;

/** The result stops it, after the look-up that is under way. */
export function startEndingUnknownOrders(around: TaskSurroundings): () => Promise<void> {
  const failure = "orders with an unknown outcome could not be looked up";
  const run = unknownOrderEnder();
  return startRepeatedTask({ everyMs: EVERY_MS, run, failure }, around);
}

/** Looks up each unknown order that is due. Replicas may do so at once: the venue takes the same bytes once. */
export function unknownOrderEnder(): (now: number, signal: AbortSignal) => Promise<void> {
  /** The last look-up of this process, by id. */
  const looked = new Map<string, number>();
  return async (now, signal) => {
    const rows = await unknownOrders(now);
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of looked.keys()) if (!ids.has(id)) looked.delete(id);
    const failures: unknown[] = [];
    for (const row of rows) {
      if (signal.aborted) break;
      const sentAt = row.decidedAt?.getTime() ?? now;
      const wait = Math.min((now - sentAt) / 8, LONGEST_WAIT_MS);
      if (now - (looked.get(row.id) ?? 0) < wait) continue;
      looked.set(row.id, now);
      await reconciled(row, now).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}

async function unknownOrders(now: number) {
  const db = await database();
  const senderGone = new Date(now - SENDER_GONE_AFTER_MS);
  return db
    .select()
    .from(stagedOrders)
    .where(
      or(
        eq(stagedOrders.state, "unknown"),
        and(eq(stagedOrders.state, "sending"), lt(stagedOrders.decidedAt, senderGone)),
      ),
    )
    .orderBy(asc(stagedOrders.decidedAt))
    .limit(MOST);
}

/** Finds the outcome of orders that were sent and not answered, even when no client reads them. In every replica. */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, eq, lt, or } from "drizzle-orm";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { database } from "#lib/platform/db/client.ts";
import { reconciled, SENDER_GONE_AFTER_MS } from "./_reconcile.ts";
import type { StagedOrderRow } from "./staged-order.ts";

const EVERY_MS = 5_000;
/** An order that stays unknown, for example without a venue key, is looked up less and less often. */
const LONGEST_WAIT_MS = 600_000;
/** Most orders that are examined in one run. */
const MOST = 1_000;
/** Look-ups at a time: one may wait for the venue for seconds, and fresh bytes can be sent again for half a minute only. */
const AT_ONCE = 8;
/** A stop does not wait longer for look-ups under way: ending them is harmless. */
const STOP_MS = 2_000;

/** The result stops it. */
export function startEndingUnknownOrders(around: TaskSurroundings): () => Promise<void> {
  const failure = "orders with an unknown outcome could not be looked up";
  const run = unknownOrderEnder(around.timers);
  const stop = startRepeatedTask({ everyMs: EVERY_MS, run, failure }, around);
  return () => Promise.race([stop(), sleep(STOP_MS, undefined, { ref: false })]);
}

/** Looks up each unknown order that is due. Replicas may do so at once: the venue takes the same bytes once. */
export function unknownOrderEnder(
  clock: Clock,
): (startedAt: number, signal: AbortSignal) => Promise<void> {
  /** The last look-up of this process, by id. */
  const checkedAt = new Map<string, number>();
  const isDue = ({ id, decidedAt }: StagedOrderRow): boolean => {
    const now = clock.now();
    const wait = Math.min((now - (decidedAt?.getTime() ?? now)) / 8, LONGEST_WAIT_MS);
    return now - (checkedAt.get(id) ?? 0) >= wait;
  };
  const lookUp = async (row: StagedOrderRow): Promise<void> => {
    const now = clock.now();
    checkedAt.set(row.id, now);
    await reconciled(row, now);
  };
  return async (startedAt, signal) => {
    const rows = await unknownOrders(startedAt);
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of checkedAt.keys()) if (!ids.has(id)) checkedAt.delete(id);
    const due = rows.filter(isDue);
    const failures: unknown[] = [];
    for (let start = 0; start < due.length && !signal.aborted; start += AT_ONCE) {
      const some = await Promise.allSettled(due.slice(start, start + AT_ONCE).map(lookUp));
      for (const one of some) if (one.status === "rejected") failures.push(one.reason);
    }
    if (failures.length > 0) throw failures[0];
  };
}

/** The newest first, so that those that stay unknown hide none. */
async function unknownOrders(now: number): Promise<StagedOrderRow[]> {
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
    .orderBy(desc(stagedOrders.decidedAt))
    .limit(MOST);
}

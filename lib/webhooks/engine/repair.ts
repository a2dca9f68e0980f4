/**
 * Finds lanes that would wake too late for their work. A mistake elsewhere would cause one, and its
 * deliveries would wait.
 */
import "server-only";
import { eq, min, sql } from "drizzle-orm";
import { startRepeatedTask, type TaskSurroundings } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { earliestWork, lockLanes } from "#lib/webhooks/core/lanes.ts";
import { webhookLanes } from "#lib/webhooks/schema/webhooks.ts";

const EVERY_MS = 60_000;

/** Runs in every replica, once a minute. It also measures what waits and what is paused. */
export function startRepairs(db: Database, around: TaskSurroundings): () => Promise<void> {
  const run = async (now: number) => {
    const { webhooksRepaired, webhooksPaused, webhookOldestDue } = metrics();
    webhooksRepaired.inc(await repairLanes(db));
    webhooksPaused.set(await db.$count(webhooks, eq(webhooks.status, "paused")));
    const [oldest] = await db
      .select({ dueAt: min(webhookLanes.dueAt) })
      .from(webhookLanes)
      .where(eq(webhookLanes.isOpen, true));
    webhookOldestDue.set(Math.max(0, now - (oldest?.dueAt ?? now)) / 1_000);
  };
  const failure = "lanes of webhooks could not be checked";
  return startRepeatedTask({ everyMs: EVERY_MS, run, failure }, around);
}

/**
 * Each change of deliveries moves their lane in the same transaction, so that one statement sees
 * both.
 * @returns how many lanes it repaired
 */
export async function repairLanes(db: Pick<Database, "execute" | "transaction">): Promise<number> {
  const work = earliestWork(sql`l.webhook_id`);
  const isLate = sql`${work} < coalesce(l.due_at, 9223372036854775807)`;
  const { rows } = await db.execute(
    sql`select l.webhook_id from ${webhookLanes} l where ${isLate}`,
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => String(row["webhook_id"]));
  return db.transaction(async (change) => {
    await lockLanes(change, ids);
    const repaired = await change.execute(sql`
      update ${webhookLanes} l set due_at = ${work}
      where webhook_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and ${isLate}
      returning l.webhook_id`);
    return repaired.rows.length;
  });
}

/** Finds lanes that would wake too late for their work. There are none; one that appeared would keep its deliveries waiting. */
import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookLanes } from "#lib/platform/db/schema/webhooks.ts";
import { earliestWork, lockLanes } from "#lib/webhooks/core/lanes.ts";

/**
 * Each change of deliveries moves their lane in the same transaction, so that one statement sees both.
 * @returns how many lanes it set to their work
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

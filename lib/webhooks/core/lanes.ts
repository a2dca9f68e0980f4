/** The lane of a webhook: the row that claims, results and changes of the webhook lock. */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";

/** Locks in a fixed order, so that transactions cannot deadlock. */
export async function lockLanes(
  change: Pick<Database, "execute">,
  ids: readonly string[],
): Promise<void> {
  await change.execute(sql`
    select webhook_id from ${webhookLanes}
    where webhook_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    order by webhook_id for update`);
}

/**
 * Locks a webhook's account, then its lane. @returns the account; `undefined` if the account or the
 * webhook was deleted
 */
export async function lockOwnedLane(
  change: Pick<Database, "execute">,
  webhookId: string,
): Promise<string | undefined> {
  const { rows } = await change.execute(sql`
    select u.id from ${users} u join ${webhooks} w on w.user_id = u.id
    where w.id = ${webhookId} and u.deleted_at is null for update of u`);
  if (rows.length === 0) return undefined;
  await lockLanes(change, [webhookId]);
  return String(rows[0]?.["id"]);
}

/**
 * An expression: when the webhook's first attempt is due or its first lease ends; null when nothing
 * waits. It reads an index twice.
 */
export function earliestWork(webhookId: SQL): SQL {
  return sql`least(
    (select min(d.due_at) from ${webhookDeliveries} d where d.webhook_id = ${webhookId} and d.state = 'pending'),
    (select min(d.lease_until) from ${webhookDeliveries} d where d.webhook_id = ${webhookId} and d.state = 'sending'))`;
}

/**
 * An operator's pause applies to an account and an origin, and not to one row. Meanwhile the owner
 * can neither change nor remove the paused webhooks, nor register others at the origin. The paused
 * rows show which origins are held.
 */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { findWebhookRows, type WebhookRow } from "./webhook-rows.ts";

/** A host name with a final full stop leads to the same receiver. */
function receiverOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname.replace(/\.$/, "")}:${port}`;
}

/** The account's webhooks at the origin of `url`. */
export async function webhooksAtOrigin(
  db: Pick<Database, "select">,
  { userId, url }: Pick<WebhookRow, "userId" | "url">,
): Promise<WebhookRow[]> {
  const rows = await findWebhookRows(db, userId);
  return rows.filter((row) => receiverOf(row.url) === receiverOf(url));
}

/** Call it under the account's lock. @throws WEBHOOK_PAUSED_BY_OPERATOR */
export async function requireOpenOrigin(
  change: Pick<Database, "select">,
  { userId, url }: Pick<WebhookRow, "userId" | "url">,
): Promise<void> {
  const held = await change
    .select({ url: webhooks.url })
    .from(webhooks)
    .where(and(eq(webhooks.userId, userId), sql`${webhooks.pause}->>'reason' = 'operator'`));
  if (held.some((row) => receiverOf(row.url) === receiverOf(url))) {
    throw new ServiceError("WEBHOOK_PAUSED_BY_OPERATOR");
  }
}

/** Webhooks that MCP keys made or turned elsewhere. They stay when such a key ends, so an owner who revokes it gets a list of them. */
import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import { auditLog } from "#lib/identity/schema/audit.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import type { WebhookOfKey } from "#lib/protocol/wire/machine-keys.ts";

/** What decides where deliveries go, and who can forge them. */
const ACTIONS = ["webhook.created", "webhook.changed", "webhook.secret_added"];

/** By the key's id, in the order of their registration; the audit log says who changed them. */
export async function webhooksOfKeys(
  db: Pick<Database, "selectDistinct">,
  userId: string,
): Promise<Map<string, WebhookOfKey[]>> {
  const rows = await db
    .selectDistinct({
      keyId: auditLog.actorId,
      id: webhooks.id,
      url: webhooks.url,
      createdAt: webhooks.createdAt,
    })
    .from(auditLog)
    .innerJoin(webhooks, eq(webhooks.id, auditLog.target))
    .where(
      and(
        eq(auditLog.userId, userId),
        eq(webhooks.userId, userId),
        eq(auditLog.actorKind, "mcp_key"),
        inArray(auditLog.action, ACTIONS),
      ),
    )
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  const found = new Map<string, WebhookOfKey[]>();
  for (const { keyId, id, url } of rows) {
    if (keyId === null) continue;
    // Only the origin: a path may contain a token of the receiver.
    found.set(keyId, [...(found.get(keyId) ?? []), { id, origin: new URL(url).origin }]);
  }
  return found;
}

/** Pauses a webhook none of whose secrets can be decrypted, for example after ENCRYPTION_SECRET was changed. */
import "server-only";
import { eq } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { pauseWebhook } from "#lib/webhooks/core/pause-webhook.ts";

/** Nothing is sent unsigned. The owner adds a secret and resumes. */
export async function pauseUnreadable(
  db: Pick<Database, "transaction">,
  { webhookId, now }: { webhookId: string; now: number },
): Promise<void> {
  await db.transaction(async (change) => {
    const [owner] = await change
      .select({ userId: webhooks.userId })
      .from(webhooks)
      .where(eq(webhooks.id, webhookId));
    if (owner === undefined) return;
    await lockAccount(change, owner.userId);
    const pause = { reason: "secret", at: now, delivery_id: null, last_error: null } as const;
    if (!(await pauseWebhook(change, { id: webhookId, pause }))) return;
    await recordAudit(change, {
      now,
      userId: owner.userId,
      actor: { kind: "service" },
      action: "webhook.paused",
      target: webhookId,
      details: { reason: pause.reason },
    });
  });
}

/**
 * Pauses a webhook whose secrets or own headers cannot be decrypted, for example after
 * ENCRYPTION_SECRET was changed.
 */
import "server-only";
import type { Database } from "#lib/platform/db/client.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { lockOwnedLane } from "#lib/webhooks/core/lanes.ts";
import { pauseWithNotice } from "#lib/webhooks/core/pause-webhook.ts";
import type { Claimed } from "./claim-deliveries.ts";
import { giveBack } from "./give-back.ts";

/**
 * Nothing is sent unsigned or without the owner's headers, so the claimed attempt does not begin. The
 * owner sets what is unreadable anew, and resumes.
 */
export async function pauseUnreadable(
  db: Pick<Database, "transaction">,
  delivery: Pick<Claimed, "id" | "webhookId" | "url" | "name" | "claim">,
  { reason, now }: { reason: "secret" | "headers"; now: number },
): Promise<void> {
  const { webhookId: id, name, url } = delivery;
  await emitting(db, async (change, emit, announce) => {
    const userId = await lockOwnedLane(change, id);
    if (userId === undefined) return;
    await giveBack(change, delivery);
    const pause = { reason, at: now, delivery_id: null, last_error: null };
    const webhook = { id, userId, name, origin: new URL(url).origin };
    await pauseWithNotice(
      { change, emit, announce },
      { webhook, pause, actor: { kind: "service" } },
    );
  });
}

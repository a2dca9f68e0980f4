/** The operator stops and continues a webhook, for example one that floods its receiver. */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { type OperatorContext, words } from "#lib/machines/operator/key-record.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { type WebhookPause, webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { wakeWebhooks } from "#lib/platform/events/announcing.ts";
import { emitting } from "#lib/platform/events/emitting.ts";
import { pauseAndTell, reopenWebhook, restorePause } from "#lib/webhooks/core/pause-webhook.ts";
import { lockWebhook } from "#lib/webhooks/core/webhook-rows.ts";
import { operatorWebhook } from "./show-webhook.ts";
import type { ChangedWebhook, WebhookParams } from "./webhook-record.ts";

/** The owner reads the reason. */
export const PauseBody = z.strictObject({ reason: words });

type Call<Input = object> = {
  ctx: OperatorContext;
  input: { params: z.output<typeof WebhookParams> } & Input;
};
type Answer = Promise<z.output<typeof ChangedWebhook>>;

/** For the operator only. Its owner is told, and cannot resume it. Idempotent: the first reason stays. @throws WEBHOOK_NOT_FOUND */
export async function pauseByOperator({
  ctx: { actor, client, now },
  input: { params, body },
}: Call<{ body: z.output<typeof PauseBody> }>): Answer {
  const db = await database();
  return emitting(db, async (change, emit, announce) => {
    const { before, ...webhook } = await lockedWebhook(change, params.id);
    const none = { delivery_id: null, last_error: null };
    const own = { reason: "operator", at: now, ...none, note: body.reason } as const;
    const pause = before === null ? own : { ...own, before };
    await pauseAndTell({ change, emit, announce }, { webhook, pause, actor, client });
    return { webhook: await operatorWebhook(change, params.id) };
  });
}

/**
 * For the operator only, whatever paused it. What waited is sent, the oldest first. Where the operator had paused a webhook that was
 * paused already, the pause before is back. Idempotent.
 * @throws WEBHOOK_NOT_FOUND
 */
export async function resumeByOperator({
  ctx: { actor, client, now },
  input: {
    params: { id },
  },
}: Call): Answer {
  const db = await database();
  const answer = await db.transaction(async (change) => {
    const { userId, origin, before } = await lockedWebhook(change, id);
    const earlier = before?.before;
    if (earlier !== undefined) await restorePause(change, { id, pause: earlier });
    if (earlier !== undefined || (await reopenWebhook(change, { id }))) {
      const by = { now, userId, actor, client, details: { origin } };
      await recordAudit(change, { ...by, action: "webhook.resumed", target: id });
    }
    return { webhook: await operatorWebhook(change, id) };
  });
  wakeWebhooks();
  return answer;
}

async function lockedWebhook(
  change: Pick<Database, "select">,
  id: string,
): Promise<{ id: string; userId: string; origin: string; before: WebhookPause | null }> {
  const [owner] = await change
    .select({ userId: webhooks.userId })
    .from(webhooks)
    .where(eq(webhooks.id, id));
  if (owner === undefined) throw new ServiceError("WEBHOOK_NOT_FOUND");
  await lockAccount(change, owner.userId);
  const { userId, url, pause: before } = await lockWebhook(change, { ...owner, id });
  return { id, userId, origin: new URL(url).origin, before };
}

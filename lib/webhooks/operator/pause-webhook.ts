/** Lets the operator pause and resume a webhook, for example one that floods its receiver. */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type OperatorContext, reasonText } from "#lib/machines/operator/key-record.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { wakeWebhooks } from "#lib/platform/events/webhook-outbox.ts";
import { type WebhookPause, webhooks } from "#lib/platform/schema/events.ts";
import { webhooksAtOrigin } from "#lib/webhooks/core/held-origins.ts";
import { pauseWithNotice, reopenWebhook, restorePause } from "#lib/webhooks/core/pause-webhook.ts";
import { findWebhook, lockWebhook } from "#lib/webhooks/core/webhook-rows.ts";
import { operatorWebhook } from "./show-webhook.ts";
import type { ChangedWebhook, WebhookParams } from "./webhook-record.ts";

/** The owner reads the reason. */
export const PauseBody = z.strictObject({ reason: reasonText });

type Call<Input = object> = {
  ctx: OperatorContext;
  input: { params: z.output<typeof WebhookParams> } & Input;
};
type Answer = Promise<z.output<typeof ChangedWebhook>>;

/**
 * For the operator only. Pauses all webhooks of the account at the same origin. The owner gets a
 * notice, and can neither resume, change nor remove them, nor register others there. Idempotent:
 * the first reason stays.
 * @throws WEBHOOK_NOT_FOUND
 */
export async function pauseByOperator({
  ctx: { actor, client, now },
  input: { params, body },
}: Call<{ body: z.output<typeof PauseBody> }>): Answer {
  const db = await database();
  return emitting(db, async (change, emit, announce) => {
    const none = { delivery_id: null, last_error: null };
    const own = { reason: "operator", at: now, ...none, note: body.reason } as const;
    for (const { before, ...webhook } of await lockedWebhooks(change, params.id)) {
      const pause = before === null ? own : { ...own, before };
      await pauseWithNotice({ change, emit, announce }, { webhook, pause, actor, client });
    }
    return { webhook: await operatorWebhook(change, params.id) };
  });
}

/**
 * For the operator only. Resumes the webhook, whatever paused it, and the account's other webhooks
 * that the operator paused at the same origin. What waited is sent, oldest first. A webhook that
 * was paused before the operator's pause returns to that pause. Idempotent.
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
    for (const { id: target, userId, origin, before } of await lockedWebhooks(change, id)) {
      if (target !== id && before?.reason !== "operator") continue;
      const earlier = before?.before;
      if (earlier !== undefined) await restorePause(change, { id: target, pause: earlier });
      if (earlier !== undefined || (await reopenWebhook(change, { id: target }))) {
        const by = { now, userId, actor, client, details: { origin } };
        await recordAudit(change, { ...by, action: "webhook.resumed", target });
      }
    }
    return { webhook: await operatorWebhook(change, id) };
  });
  wakeWebhooks();
  return answer;
}

type Locked = {
  id: string;
  userId: string;
  name: string | null;
  origin: string;
  before: WebhookPause | null;
};

/** Locks the webhook and the others of its account at the same origin. */
async function lockedWebhooks(change: Pick<Database, "select">, id: string): Promise<Locked[]> {
  const [owner] = await change
    .select({ userId: webhooks.userId })
    .from(webhooks)
    .where(eq(webhooks.id, id));
  if (owner === undefined) throw new ServiceError("WEBHOOK_NOT_FOUND");
  await lockAccount(change, owner.userId);
  const named = await findWebhook(change, { ...owner, id });
  const locked: Locked[] = [];
  for (const { id: one } of await webhooksAtOrigin(change, named)) {
    const { userId, name, url, pause } = await lockWebhook(change, { ...owner, id: one });
    locked.push({ id: one, userId, name, origin: new URL(url).origin, before: pause });
  }
  return locked;
}

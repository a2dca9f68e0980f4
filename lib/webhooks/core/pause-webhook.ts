/** Stops and continues the lane of a webhook, in the transaction of the cause. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { type AuditActor, recordAudit } from "#lib/identity/audit/record.ts";
import type { Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type WebhookPause, webhookLanes, webhooks } from "#lib/platform/db/schema/webhooks.ts";
import type { Announce } from "#lib/platform/events/announcing.ts";
import type { Change, Emit } from "#lib/platform/events/emitting.ts";
import { earliestWork } from "./lanes.ts";

const isActive = eq(webhooks.status, "active");
const notByOperator = sql`${webhooks.pause}->>'reason' is distinct from 'operator'`;

/**
 * No attempt begins after the commit. Events go on to make deliveries, which wait. The operator's pause takes the place of any
 * other. @returns false when it was paused already
 */
export async function pauseWebhook(
  change: Pick<Database, "update">,
  { id, pause }: { id: string; pause: WebhookPause },
): Promise<boolean> {
  // The lane first: a claim holds it while it reads.
  await change.update(webhookLanes).set({ isOpen: false }).where(eq(webhookLanes.webhookId, id));
  const paused = await change
    .update(webhooks)
    .set({ status: "paused", pause })
    .where(and(eq(webhooks.id, id), pause.reason === "operator" ? notByOperator : isActive))
    .returning({ id: webhooks.id });
  return paused.length > 0;
}

type Told = {
  webhook: { id: string; userId: string; origin: string };
  pause: WebhookPause;
  actor: AuditActor;
  client?: Client;
};

/**
 * The same where the owner did not do it: they get a notice with a mail, and their other webhooks an event. Call it in
 * `emitting`, after the account was locked.
 */
export async function pauseAndTell(
  { change, emit, announce }: { change: Change; emit: Emit; announce: Announce },
  { webhook: { id, userId, origin }, pause, ...by }: Told,
): Promise<boolean> {
  if (!(await pauseWebhook(change, { id, pause }))) return false;
  const { reason, at: now, delivery_id, last_error, note = null } = pause;
  const details = {
    origin,
    reason,
    ...(delivery_id !== null && { delivery: delivery_id }),
    ...(note !== null && { note }),
  };
  await recordAudit(change, { now, userId, ...by, action: "webhook.paused", target: id, details });
  const paused_at = new Date(now).toISOString();
  const data = { webhook_id: id, origin, reason, delivery_id, last_error, note, paused_at };
  const told = { userId, subject: id, version: now.toString(), now, data };
  await emit({ type: "webhook.paused", ...told, at: now, wantsMail: true });
  await announce({ type: "webhook.paused", ...told, about: id });
  return true;
}

/** It stays paused, for the reason from before. */
export async function restorePause(
  change: Pick<Database, "update">,
  { id, pause }: { id: string; pause: WebhookPause },
): Promise<void> {
  await change.update(webhooks).set({ pause }).where(eq(webhooks.id, id));
}

/** Everything that waits is sent, the oldest first. Call it under the webhook's lock. @returns false when it was active already */
export async function reopenWebhook(
  change: Pick<Database, "update">,
  { id }: { id: string },
): Promise<boolean> {
  const reopened = await change
    .update(webhooks)
    .set({ status: "active", pause: null })
    .where(and(eq(webhooks.id, id), eq(webhooks.status, "paused")))
    .returning({ id: webhooks.id });
  if (reopened.length === 0) return false;
  await change
    .update(webhookLanes)
    .set({
      isOpen: true,
      isSlow: false,
      isTried: false,
      freeAt: 0,
      dueAt: earliestWork(sql`${webhookLanes.webhookId}`),
    })
    .where(eq(webhookLanes.webhookId, id));
  return true;
}

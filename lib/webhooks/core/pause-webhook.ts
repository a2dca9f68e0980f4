/** Pauses and resumes a webhook, in the transaction of the cause. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { AuditActor } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import type { Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Change, Emit } from "#lib/platform/events/emit-events.ts";
import type { Announce } from "#lib/platform/events/webhook-outbox.ts";
import { type WebhookPause, webhooks } from "#lib/platform/schema/events.ts";
import { webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import { earliestWork } from "./lanes.ts";

const isActive = eq(webhooks.status, "active");
const notByOperator = sql`${webhooks.pause}->>'reason' is distinct from 'operator'`;

/**
 * No attempt begins after the commit. Events still make deliveries, which wait. The operator's
 * pause replaces any other.
 * @returns false when it was paused already
 */
export async function pauseWebhook(
  change: Pick<Database, "update">,
  { id, pause }: { id: string; pause: WebhookPause },
): Promise<boolean> {
  // The lane is locked first, because a claim holds it while it reads.
  await change.update(webhookLanes).set({ isOpen: false }).where(eq(webhookLanes.webhookId, id));
  const paused = await change
    .update(webhooks)
    .set({ status: "paused", pause })
    .where(and(eq(webhooks.id, id), pause.reason === "operator" ? notByOperator : isActive))
    .returning({ id: webhooks.id });
  return paused.length > 0;
}

type NoticedPause = {
  webhook: { id: string; userId: string; name: string | null; origin: string };
  pause: WebhookPause;
  actor: AuditActor;
  client?: Client;
};

/**
 * Pauses a webhook without its owner's action: the owner gets a notice with a mail, and their other
 * webhooks an event. Call it in `emitting`, under the account's lock.
 */
export async function pauseWithNotice(
  { change, emit, announce }: { change: Change; emit: Emit; announce: Announce },
  { webhook: { id, userId, name, origin }, pause, ...by }: NoticedPause,
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
  const cause = { reason, delivery_id, last_error, note };
  const data = { webhook_id: id, name, origin, ...cause, paused_at };
  const announcement = { userId, subject: id, version: now.toString(), now, data };
  await emit({ type: "webhook.paused", ...announcement, at: now, wantsMail: true });
  await announce({ type: "webhook.paused", ...announcement, about: id });
  return true;
}

/** Keeps the webhook paused, with its earlier reason. */
export async function restorePause(
  change: Pick<Database, "update">,
  { id, pause }: { id: string; pause: WebhookPause },
): Promise<void> {
  await change.update(webhooks).set({ pause }).where(eq(webhooks.id, id));
}

/**
 * Sends everything that waits, oldest first. Call it under the webhook's lock. @returns false when
 * it was active already
 */
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

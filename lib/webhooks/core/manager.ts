/** Who manages webhooks: the owner, or one of the owner's keys with the permission. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, OwnerActor } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";

export type ManagerContext = { actor: OwnerActor; client: Client; now: number; quotas: Quota[] };

/**
 * Reading needs the permission too, because deliveries show what happens in the account. @throws
 * WEBHOOKS_NOT_ALLOWED
 */
export function requireManager(actor: OwnerActor): string {
  if (actor.kind === "mcp_key" && !actor.canManageWebhooks) {
    throw new ServiceError("WEBHOOKS_NOT_ALLOWED");
  }
  return actor.userId;
}

/** @throws RATE_LIMITED */
export async function takeWebhookQuota(
  { actor, quotas }: Pick<ManagerContext, "actor" | "quotas">,
  name: "webhook_changes" | "webhook_tests" | "webhook_replays",
): Promise<void> {
  await takeQuotas(quotas, [name, actor.userId]);
}

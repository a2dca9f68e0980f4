/** Who manages webhooks: the owner, or a key of theirs that may. */
import type { Client, OwnerActor } from "#lib/platform/actor.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { Quota } from "#lib/platform/http/rate-limit.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";

export type ManagerContext = { actor: OwnerActor; client: Client; now: number; quotas: Quota[] };

/** Reading needs the permission too: deliveries show what happens in the account. @throws WEBHOOKS_NOT_ALLOWED */
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

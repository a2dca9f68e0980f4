/** What is left of the limit of a key. The call that asks is counted already, so nothing else is read. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { BotKeyActor, McpKeyActor } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import type { CallLimits } from "#lib/protocol/wire/rate-limits.ts";

/** A bot or an assistant, about its own key. `quotas`: those that were counted for this call, the key's first. */
export function readCallLimits({
  ctx: { actor, quotas },
}: {
  ctx: { actor: BotKeyActor | McpKeyActor; quotas: readonly Quota[] };
}): CallLimits {
  const [quota] = quotas;
  if (quota === undefined) throw new ServiceError("INTERNAL");
  const { limit, remaining, resetSeconds } = quota;
  return { tier: actor.tier, calls: { limit, remaining, resetSeconds } };
}

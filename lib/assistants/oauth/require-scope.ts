/** The scopes of callers of the assistant endpoint. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { pausedError } from "#lib/machines/proposals/pause.ts";
import type { AssistantActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { CONNECTED_APPS_PATH } from "#lib/protocol/oauth-addresses.ts";
import type { Scope } from "#lib/protocol/scopes.ts";

const READS: readonly Scope[] = ["read:chat", "read:points", "read:market"];

/** A key reads all that its owner may read, and stages orders when its owner allowed that. */
export function scopesOf(actor: AssistantActor): readonly Scope[] {
  if (actor.kind === "oauth_grant") return actor.scopes;
  return actor.canStageOrders ? [...READS, "trade:execute"] : READS;
}

/** @throws ASSISTANTS_PAUSED, INSUFFICIENT_SCOPE for a grant, STAGING_NOT_ALLOWED for a key */
export function requireScope(actor: AssistantActor, scope: Scope): void {
  if (actor.isPaused) throw pausedError();
  if (scopesOf(actor).includes(scope)) return;
  if (actor.kind === "mcp_key") throw new ServiceError("STAGING_NOT_ALLOWED");
  const page = `${config().baseUrl}${CONNECTED_APPS_PATH}`;
  throw new ServiceError("INSUFFICIENT_SCOPE", {
    needed: scope,
    granted: actor.scopes.join(" "),
    page,
  }).withData({ needed: scope, page });
}

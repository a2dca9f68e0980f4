/** Owners of price alerts: a signed-in person, their keys, and the assistants that they connected. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { ReaderActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { CONNECTED_APPS_PATH } from "#lib/protocol/oauth-addresses.ts";
import type { Scope } from "#lib/protocol/scopes.ts";

/** @throws INSUFFICIENT_SCOPE @returns the id of the account */
export function requireAlertReader(actor: ReaderActor): string {
  return requireGrant(actor, "read:chat");
}

/**
 * The permission of a key that proposes orders covers alerts, which move no money either.
 * @throws STAGING_NOT_ALLOWED, INSUFFICIENT_SCOPE
 * @returns the id of the account
 */
export function requireAlertWriter(actor: ReaderActor): string {
  if (actor.kind === "mcp_key" && !actor.canStageOrders) {
    throw new ServiceError("STAGING_NOT_ALLOWED");
  }
  return requireGrant(actor, "trade:execute");
}

function requireGrant(actor: ReaderActor, needed: Scope): string {
  if (actor.kind === "oauth_grant" && !actor.scopes.includes(needed)) {
    const granted = actor.scopes.join(" ");
    const page = `${config().baseUrl}${CONNECTED_APPS_PATH}`;
    throw new ServiceError("INSUFFICIENT_SCOPE", { needed, granted, page });
  }
  return actor.userId;
}

/** A health check for MCP clients without a call of a tool: whose key it is, and its scopes. */
import "server-only";
import type { McpKeyActor } from "#lib/platform/actor.ts";
import { mapPermissions, PERMISSION_SCOPE } from "#lib/protocol/key-permissions.ts";
import { keyState } from "#lib/protocol/key-state.ts";
import type { ValidKey } from "#lib/protocol/wire/machine-keys.ts";

/** The scopes of every MCP key. */
const READ_SCOPES = ["read:chat", "read:points", "read:market"] as const;

export function validateMcpKey(call: { ctx: { actor: McpKeyActor; now: number } }): ValidKey {
  const { actor } = call.ctx;
  const { keyId, userId, expiresAt } = actor;
  const end = new Date(expiresAt);
  const isExpiring = keyState({ expiresAt: end, revokedAt: null }, call.ctx.now) === "expiring";
  const allowed = mapPermissions((name) => (actor[name] ? PERMISSION_SCOPE[name] : undefined));
  return {
    valid: true,
    id: keyId,
    owner: userId,
    state: isExpiring ? "expiring" : "active",
    expiresAt: end.toISOString(),
    scopes: [...READ_SCOPES, ...Object.values(allowed).filter((scope) => scope !== undefined)],
  };
}

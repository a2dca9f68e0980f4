/** A health check for MCP clients without a call of a tool: whose key it is, and its scopes. */
import "server-only";
import { z } from "zod";
import type { McpKeyActor } from "#lib/platform/actor.ts";
import { keyState } from "#lib/protocol/key-state.ts";

/** The scopes of every MCP key. */
const READ_SCOPES = ["read:chat", "read:points", "read:market"] as const;
const SCOPES = [...READ_SCOPES, "trade:execute"] as const;

export const ValidKey = z.strictObject({
  valid: z.literal(true),
  id: z.string(),
  /** The account that the key acts for. */
  owner: z.string(),
  state: z.enum(["active", "expiring"]),
  expiresAt: z.iso.datetime(),
  scopes: z.array(z.enum(SCOPES)),
});

export function validateMcpKey(call: {
  ctx: { actor: McpKeyActor; now: number };
}): z.output<typeof ValidKey> {
  const { keyId, userId, canStageOrders, expiresAt } = call.ctx.actor;
  const end = new Date(expiresAt);
  const isExpiring = keyState({ expiresAt: end, revokedAt: null }, call.ctx.now) === "expiring";
  return {
    valid: true,
    id: keyId,
    owner: userId,
    state: isExpiring ? "expiring" : "active",
    expiresAt: end.toISOString(),
    scopes: canStageOrders ? [...SCOPES] : [...READ_SCOPES],
  };
}

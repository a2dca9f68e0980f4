/** Authenticates an MCP key. The row is read with each request, so a revoked key fails at the next one. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { noteKeyUse } from "#lib/machines/usage/process-usage.ts";
import type { Client, McpKeyActor } from "#lib/platform/actor.ts";
import { isMcpKey } from "#lib/protocol/key-formats.ts";
import { mapPermissions } from "#lib/protocol/key-permissions.ts";
import { findKey } from "./_find-key.ts";
import { digestOf } from "./_secrets.ts";
import { refusalOf } from "./_usable.ts";
import { KEY_KINDS } from "./kinds.ts";

/** @throws MALFORMED_CREDENTIAL, UNKNOWN_KEY, REVOKED_KEY, EXPIRED_KEY, ip_not_allowed, OVERLOADED */
export async function authenticateMcpKey(
  { text }: { text: string },
  call: { now: number; client: Client },
): Promise<McpKeyActor> {
  if (!isMcpKey(text)) {
    const expected = "svc_sk_ and 64 hex characters with a right checksum";
    throw new ServiceError("MALFORMED_CREDENTIAL", { expected });
  }
  const key = await findKey(digestOf(text));
  if (key === undefined) throw new ServiceError("UNKNOWN_KEY");
  const { userId, id: keyId, tier } = key;
  const refusal = refusalOf(KEY_KINDS.mcp, key, call);
  if (refusal !== undefined) {
    noteKeyUse({ kind: "mcp_key", keyId, outcome: refusal.code, now: call.now });
    throw refusal;
  }
  const permissions = mapPermissions((permission) => key[permission]);
  const expiresAt = key.expiresAt.getTime();
  const paused = key.pausedAt !== null && ({ isPaused: true } as const);
  return { kind: "mcp_key", userId, keyId, tier, expiresAt, ...permissions, ...paused };
}

/** Authenticates an MCP key. The row is read with each request, so a revoked key fails at the next one. */
import "server-only";
import { hash } from "node:crypto";
import { noteKeyUse } from "#lib/machines/usage/process-usage.ts";
import type { Client, McpKeyActor } from "#lib/platform/actor.ts";
import { AddressList } from "#lib/platform/address-list.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { isMcpKey } from "#lib/protocol/key-formats.ts";
import { type FoundKey, findKey } from "./_find-key.ts";

/** @throws MALFORMED_CREDENTIAL, UNKNOWN_KEY, REVOKED_KEY, EXPIRED_KEY, ip_not_allowed, OVERLOADED */
export async function authenticateMcpKey(
  { text }: { text: string },
  { now, client }: { now: number; client: Client },
): Promise<McpKeyActor> {
  if (!isMcpKey(text)) {
    const expected = "svc_sk_ and 64 hex characters with a right checksum";
    throw new ServiceError("MALFORMED_CREDENTIAL", { expected });
  }
  const key = await findKey(hash("sha256", text, "hex"));
  if (key === undefined) throw new ServiceError("UNKNOWN_KEY");
  const refusal = refusalOf(key, { now, address: client.address });
  if (refusal !== undefined) {
    noteKeyUse({ kind: "mcp_key", keyId: key.id, outcome: refusal.code, now });
    throw refusal;
  }
  const { userId, id: keyId, tier, canStageOrders } = key;
  const expiresAt = key.expiresAt.getTime();
  return { kind: "mcp_key", userId, keyId, tier, canStageOrders, expiresAt };
}

function refusalOf(
  key: FoundKey,
  { now, address }: { now: number; address: string },
): ServiceError | undefined {
  if (key.revokedAt !== null) {
    return new ServiceError("REVOKED_KEY", { revokedAt: key.revokedAt.toISOString() });
  }
  if (key.expiresAt.getTime() <= now) {
    return new ServiceError("EXPIRED_KEY", { expiredAt: key.expiresAt.toISOString() });
  }
  if (key.allowlist.length > 0 && !new AddressList(key.allowlist).has(address)) {
    return new ServiceError("ip_not_allowed", { address });
  }
  return undefined;
}

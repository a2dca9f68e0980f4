/** A grant as its user reads it: one consent with its scopes and its use. */
import "server-only";
import { describeClient } from "#lib/assistants/oauth-clients/describe-client.ts";
import type { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Grant } from "#lib/protocol/wire/assistant.ts";

export function grantRecord(row: typeof oauthGrants.$inferSelect, now: number): Grant {
  const { id, clientId, clientName, redirectHost, scopes, expiresAt, revokedAt } = row;
  const { badge, host } = describeClient({ clientId, clientName }, addressOf(redirectHost), now);
  const state = revokedAt !== null ? "revoked" : expiresAt.getTime() <= now ? "expired" : "active";
  return {
    id,
    clientId,
    name: clientName,
    host: host ?? null,
    redirectHost,
    badge,
    state,
    scopes: [...scopes],
    createdAt: row.createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    endReason: state === "expired" ? "expired" : row.endReason,
    firstUsedAt: row.firstUsedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: row.lastUsedAddress,
    lastUsedAgent: row.lastUsedAgent,
  };
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** An address at the stored redirect host, which is enough to derive the client's name. */
function addressOf(redirectHost: string): string {
  if (redirectHost.endsWith(":")) return `${redirectHost}/`;
  return `${LOOPBACK.test(redirectHost) ? "http" : "https"}://${redirectHost}/`;
}

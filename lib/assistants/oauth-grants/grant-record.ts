/** A grant as its user reads it: one consent with its scopes and its use. */
import "server-only";
import { z } from "zod";
import { describeClient } from "#lib/assistants/oauth-clients/describe-client.ts";
import type { oauthGrants } from "#lib/platform/db/schema/oauth.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";

const moment = z.iso.datetime();

export const GrantRecord = z.strictObject({
  id: z.string(),
  clientId: z.string(),
  /** As the consent page showed it. */
  name: z.string(),
  /** Host of the document that describes the client; null for one that registered itself. */
  host: z.string().nullable(),
  /** Host of the redirect, or the scheme of an app on the user's device (`cursor:`). */
  redirectHost: z.string(),
  badge: z.enum(["verified", "domain_verified", "unverified"]),
  state: z.enum(["active", "expired", "revoked"]),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: moment,
  expiresAt: moment,
  revokedAt: moment.nullable(),
  firstUsedAt: moment.nullable(),
  /** The time of the last successful call; written some seconds late. */
  lastUsedAt: moment.nullable(),
  lastUsedAddress: z.string().nullable(),
  lastUsedAgent: z.string().nullable(),
});

export function grantRecord(
  row: typeof oauthGrants.$inferSelect,
  now: number,
): z.output<typeof GrantRecord> {
  const { id, clientId, clientName, redirectHost, scopes, expiresAt, revokedAt } = row;
  const { badge, host } = describeClient({ clientId, clientName }, addressOf(redirectHost), now);
  return {
    id,
    clientId,
    name: clientName,
    host: host ?? null,
    redirectHost,
    badge,
    state: revokedAt !== null ? "revoked" : expiresAt.getTime() <= now ? "expired" : "active",
    scopes: [...scopes],
    createdAt: row.createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
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

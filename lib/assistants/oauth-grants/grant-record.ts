/** A connection of an app as its user reads it: one consent, with what it allows and how it was used. */
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
  /** Host that the user was sent back to, or the scheme of an app on their device (`cursor:`). */
  redirectHost: z.string(),
  badge: z.enum(["verified", "domain_verified", "unverified"]),
  state: z.enum(["active", "expired", "revoked"]),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: moment,
  expiresAt: moment,
  revokedAt: moment.nullable(),
  firstUsedAt: moment.nullable(),
  /** Some seconds late; the three are of one call, the last one that the grant opened the door for. */
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

/** An address at the host that is kept of a redirect: what a client is called depends on no more of it. */
function addressOf(redirectHost: string): string {
  if (redirectHost.endsWith(":")) return `${redirectHost}/`;
  return `${LOOPBACK.test(redirectHost) ? "http" : "https"}://${redirectHost}/`;
}

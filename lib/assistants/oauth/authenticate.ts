/** Authenticates an OAuth access token. The rows are read with each request, so a revoked grant fails at the next one. */
import "server-only";
import { hash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { assistantPauses } from "#lib/machines/schema/assistant-controls.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Client, OauthGrantActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { isAccessToken } from "#lib/protocol/key-formats.ts";
import { MCP_PATH } from "#lib/protocol/oauth-addresses.ts";
import { scopesIn } from "#lib/protocol/scopes.ts";

/** @throws MALFORMED_CREDENTIAL, UNKNOWN_TOKEN, EXPIRED_TOKEN, REVOKED_GRANT */
export async function authenticateAccessToken(
  { text }: { text: string },
  { now }: { now: number; client: Client },
): Promise<OauthGrantActor> {
  if (!isAccessToken(text)) {
    throw new ServiceError("MALFORMED_CREDENTIAL", { expected: "svc_at_ and 43 characters" });
  }
  const db = await database();
  const [found] = await db
    .select({
      payload: oauthRecords.payload,
      expiresAt: oauthRecords.expiresAt,
      grantId: oauthGrants.id,
      userId: oauthGrants.userId,
      clientId: oauthGrants.clientId,
      clientName: oauthGrants.clientName,
      revokedAt: oauthGrants.revokedAt,
      endReason: oauthGrants.endReason,
      grantExpiresAt: oauthGrants.expiresAt,
      pausedAt: assistantPauses.pausedAt,
      refusedScopes: oauthGrants.refusedScopes,
      refusedAt: oauthGrants.refusedAt,
    })
    .from(oauthRecords)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthRecords.grantId))
    .leftJoin(assistantPauses, eq(assistantPauses.userId, oauthGrants.userId))
    .where(
      and(
        eq(oauthRecords.model, "AccessToken"),
        eq(oauthRecords.idHash, hash("sha256", text, "hex")),
      ),
    );
  if (found === undefined || found.payload["aud"] !== `${config().baseUrl}${MCP_PATH}`) {
    throw new ServiceError("UNKNOWN_TOKEN");
  }
  if (found.revokedAt !== null) {
    const { endReason: reason } = found;
    throw new ServiceError("REVOKED_GRANT", { reason }).withData({ reason });
  }
  const expiresAt = found.expiresAt?.getTime() ?? 0;
  if (expiresAt <= now) {
    throw new ServiceError("EXPIRED_TOKEN", {
      expiredAt: new Date(expiresAt).toISOString(),
      isOver: found.grantExpiresAt.getTime() <= now,
    });
  }
  const { userId, grantId, clientId, clientName } = found;
  const { scope } = found.payload;
  const scopes = scopesIn(typeof scope === "string" ? scope : "");
  const grant = { userId, grantId, clientId, clientName, scopes, expiresAt };
  return {
    kind: "oauth_grant",
    ...grant,
    ...(found.pausedAt !== null && { isPaused: true }),
    ...(isRefreshedInVain(found) && { soughtScopes: found.refusedScopes ?? [] }),
  };
}

/** A refresh after the refusal of a call cannot give the scope that the call lacked. */
function isRefreshedInVain({
  payload,
  refusedAt,
}: {
  payload: Record<string, unknown>;
  refusedAt: Date | null;
}): boolean {
  const { gty, iat } = payload;
  if (refusedAt === null || gty !== "refresh_token" || typeof iat !== "number") return false;
  // `iat` has no parts of a second.
  return iat >= Math.floor(refusedAt.getTime() / 1_000);
}

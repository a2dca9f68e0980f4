/** A signed-in person disconnects an app: all its grants end at once. */
import "server-only";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { revokeGrantRows } from "#lib/assistants/oauth/revoke-grant.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";

/** Required, so that a missing parameter cannot end the grants of all apps. */
export const GrantedAppQuery = z.strictObject({
  /** Id of a registered client, or the address of its document. */
  client_id: z.string().min(1).max(1_000),
});

export const RevokedGrants = z.strictObject({ revoked: z.int() });

/**
 * @returns how many live grants were ended; the audit log has an entry for each of them
 * @throws GRANT_NOT_FOUND when the account never granted this app anything
 */
export async function revokeAppGrants(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { query: z.output<typeof GrantedAppQuery> };
}): Promise<z.output<typeof RevokedGrants>> {
  const { actor, client, now } = call.ctx;
  const { userId } = actor;
  const clientId = call.input.query.client_id;
  const db = await database();
  return db.transaction(async (change) => {
    // The lock orders this before or after a grant that is being created.
    await lockAccount(change, userId);
    const live = await lockLiveGrants(change, { userId, clientId, now });
    if (live.length === 0) await requireKnown(change, { userId, clientId });
    for (const { id } of live) {
      const ended = await revokeGrantRows(change, id, { now, reason: "user" });
      if (ended === undefined) continue;
      await recordAudit(change, {
        now,
        userId,
        actor,
        action: "oauth_grant.revoked",
        target: id,
        client,
        details: { name: ended.clientName },
      });
    }
    return { revoked: live.length };
  });
}

type App = { userId: string; clientId: string };

const isOf = ({ userId, clientId }: App) =>
  and(eq(oauthGrants.userId, userId), eq(oauthGrants.clientId, clientId));

/** Locks all grants before the first one ends, so that a refresh or another revocation waits. */
function lockLiveGrants(
  change: Pick<Database, "select">,
  of: App & { now: number },
): Promise<{ id: string }[]> {
  return change
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(
      and(isOf(of), isNull(oauthGrants.revokedAt), gt(oauthGrants.expiresAt, new Date(of.now))),
    )
    .orderBy(asc(oauthGrants.id))
    .for("update");
}

async function requireKnown(change: Pick<Database, "select">, app: App): Promise<void> {
  const [known] = await change
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(isOf(app))
    .limit(1);
  if (known === undefined) throw new ServiceError("GRANT_NOT_FOUND");
}

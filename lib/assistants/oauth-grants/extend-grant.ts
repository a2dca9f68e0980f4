/** A signed-in person allows a connected app more, for apps that cannot start a new authorization themselves. */
import "server-only";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { SCOPES, type Scope, scopesIn } from "#lib/protocol/scopes.ts";
import type { Grant } from "#lib/protocol/wire/assistant.ts";
import { grantRecord } from "./grant-record.ts";

/** Permissions to add; those that the connection has already are allowed and change nothing. */
export const MoreScopes = z.strictObject({ scopes: z.array(z.enum(SCOPES)).min(1).max(4) });

/**
 * Adds scopes to one connection, with effect on its next call. Tokens that the app itself limited to fewer scopes stay so.
 * @throws GRANT_NOT_FOUND when it is unknown, has ended, or belongs to another account; SIGN_IN_REQUIRED
 */
export async function extendGrant(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: { id: string }; body: z.output<typeof MoreScopes> };
}): Promise<Grant> {
  const { actor, client, now } = call.ctx;
  const { params, body } = call.input;
  const { userId } = actor;
  const isThis = and(eq(oauthGrants.id, params.id), eq(oauthGrants.userId, userId));
  const db = await database();
  return db.transaction(async (change) => {
    await lockSession(change, actor, now);
    const isLive = and(isNull(oauthGrants.revokedAt), gt(oauthGrants.expiresAt, new Date(now)));
    const [grant] = await change
      .select()
      .from(oauthGrants)
      .where(and(isThis, isLive))
      .for("update");
    if (grant === undefined) throw new ServiceError("GRANT_NOT_FOUND");
    const scopes = scopesIn([...grant.scopes, ...body.scopes].join(" "));
    const added = scopes.filter((scope) => !grant.scopes.includes(scope));
    if (added.length === 0) return grantRecord(grant, now);
    await change
      .update(oauthGrants)
      .set({ scopes, refusedScopes: null, refusedAt: null })
      .where(isThis);
    await extendTokens(change, { grantId: grant.id, before: grant.scopes, scopes });
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "oauth_grant.extended",
      target: grant.id,
      client,
      details: { name: grant.clientName, scopes: added.join(" ") },
    });
    return grantRecord({ ...grant, scopes }, now);
  });
}

/** Refresh tokens give what their grant allows; access tokens carry their scopes. */
async function extendTokens(
  change: Pick<Database, "update">,
  { grantId, before, scopes }: { grantId: string; before: Scope[]; scopes: Scope[] },
): Promise<void> {
  const { model, grantId: owner, payload } = oauthRecords;
  await change
    .update(oauthRecords)
    .set({ payload: sql`jsonb_set(${payload}, '{scope}', to_jsonb(${scopes.join(" ")}::text))` })
    .where(
      and(
        eq(model, "AccessToken"),
        eq(owner, grantId),
        sql`${payload}->>'scope' = ${before.join(" ")}`,
      ),
    );
}

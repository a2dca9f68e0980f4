/** A signed-in person revokes one grant: its next call is refused, and its refresh tokens are deleted. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { revokeGrantRows } from "#lib/assistants/oauth/revoke-grant.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";

/** A text longer than any id becomes the empty id, which no grant has. */
export const GrantParams = z.object({
  id: z.string().transform((id) => (/^[\w-]{1,80}$/.test(id) ? id : "")),
});

/** A grant that ended already does not change. @throws GRANT_NOT_FOUND */
export async function revokeGrant(call: {
  ctx: { actor: SessionActor; client: Client; now: number };
  input: { params: { id: string } };
}): Promise<void> {
  const { actor, client, now } = call.ctx;
  const { id } = call.input.params;
  const { userId } = actor;
  const db = await database();
  await db.transaction(async (change) => {
    const known = await change
      .select({ id: oauthGrants.id })
      .from(oauthGrants)
      .where(and(eq(oauthGrants.id, id), eq(oauthGrants.userId, userId)));
    if (known.length === 0) throw new ServiceError("GRANT_NOT_FOUND");
    const ended = await revokeGrantRows(change, id, { now, reason: "user" });
    if (ended === undefined) return;
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "oauth_grant.revoked",
      target: id,
      client,
      details: { name: ended.clientName },
    });
  });
}

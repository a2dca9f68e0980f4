/** Shows what deleting the caller's account would erase and keep. */
import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { erasableOf } from "#lib/identity/person/erasable.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import { ServiceError } from "#lib/platform/errors.ts";

const count = z.int().min(0);

export const AccountShown = z.strictObject({
  userId: z.string(),
  createdAt: z.iso.datetime(),
  erased: z.strictObject({
    identities: count,
    /** Includes ended ones whose rows still exist. */
    sessions: count,
    /** Includes revoked and expired ones. */
    mcpKeys: count,
    botKeys: count,
    /** Includes disconnected ones. */
    connectedApps: count,
    assistantNotes: count,
    /** Copies that this app holds; the venue's own records stay. */
    venueKeys: count,
  }),
  /** The venue's ledger, and the audit log without addresses, agents and details. */
  kept: z.tuple([z.literal("ledger"), z.literal("audit")]),
});

export async function showAccount(call: {
  ctx: { actor: SessionActor };
}): Promise<z.output<typeof AccountShown>> {
  const { userId } = call.ctx.actor;
  const db = await database();
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  const rows = await erasableOf(db, userId);
  return {
    userId,
    createdAt: user.createdAt.toISOString(),
    erased: {
      identities: rows.identities.length,
      sessions: rows.sessions.length,
      mcpKeys: rows.mcpKeys.length,
      botKeys: rows.botKeys.length,
      connectedApps: rows.oauthGrants.length,
      assistantNotes: rows.assistantNotes.length,
      venueKeys: rows.venueKeys.length,
    },
    kept: ["ledger", "audit"],
  };
}

/** A fresh proof: an identity of the session's own account, proved again. */
import "server-only";
import { and, eq } from "drizzle-orm";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import type { ProvedIdentity } from "#lib/identity/person/person.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { markProved } from "./fresh-proof.ts";

type Context = { actor: SessionActor; now: number; client: Client };

/**
 * @returns until when the proof is fresh.
 * @throws IDENTITY_NOT_FOUND for an identity that this account does not have
 */
export async function proveIdentity(
  { kind, subject }: Pick<ProvedIdentity, "kind" | "subject">,
  { actor, now, client }: Context,
): Promise<{ freshUntil: string | null }> {
  const db = await database();
  return db.transaction(async (change) => {
    await lockAccount(change, actor.userId);
    const own = await change
      .update(identities)
      .set({ lastUsedAt: new Date(now) })
      .where(
        and(
          eq(identities.userId, actor.userId),
          eq(identities.kind, kind),
          eq(identities.subject, subject),
        ),
      )
      .returning({ id: identities.id });
    if (own.length === 0) throw new ServiceError("IDENTITY_NOT_FOUND");
    return { freshUntil: await markProved(change, actor, { now, client, kind }) };
  });
}

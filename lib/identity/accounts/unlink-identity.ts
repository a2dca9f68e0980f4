/**
 * Removes a sign-in method from the caller's own account and ends the sessions that it opened. The calling session
 * stays, because it has just proved an identity of the account.
 */
import "server-only";
import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockAccount } from "#lib/identity/person/lock-account.ts";
import { firstWallet } from "#lib/identity/person/person.ts";
import { requireFreshProof } from "#lib/identity/proofs/fresh-proof.ts";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { checkStreamsOf } from "#lib/platform/streams/check-again.ts";

/**
 * @param domains let go of what the identity had with them, or refuse
 * @throws FRESH_PROOF_REQUIRED, IDENTITY_NOT_FOUND, LAST_IDENTITY, and what a domain refuses with
 */
export async function unlinkIdentity(
  call: {
    ctx: { actor: SessionActor; now: number; client: Client };
    input: { params: { id: string } };
  },
  domains: readonly AccountRows[],
): Promise<void> {
  const { actor, now, client } = call.ctx;
  const { userId } = actor;
  requireFreshProof(actor, now);
  const db = await database();
  await db.transaction(async (change) => {
    await lockAccount(change, userId);
    const own = await change.select().from(identities).where(eq(identities.userId, userId));
    const gone = own.find(({ id }) => id === call.input.params.id);
    if (gone === undefined) throw new ServiceError("IDENTITY_NOT_FOUND");
    if (own.length === 1) throw new ServiceError("LAST_IDENTITY");
    const { kind, subject } = gone;
    for (const { unlink } of domains) await unlink?.(change, { userId, kind, subject, now });
    await change.delete(identities).where(eq(identities.id, gone.id));
    const endedSessions = await endSessionsOf(change, gone, { actor, now });
    if (kind === "wallet") await takeAccount(change, userId, subject);
    await recordAudit(change, {
      now,
      userId,
      actor,
      action: "identity.unlinked",
      target: gone.id,
      client,
      details: { kind, label: gone.label, endedSessions },
      formerAddresses: kind === "email" ? [subject] : [],
    });
  });
  checkStreamsOf(actor.userId);
}

/** @returns how many sessions ended */
async function endSessionsOf(
  change: Pick<Database, "update">,
  { id, kind, userId }: typeof identities.$inferSelect,
  { actor, now }: { actor: SessionActor; now: number },
): Promise<number> {
  const isOpenedByIt = or(
    eq(sessions.identityId, id),
    and(isNull(sessions.identityId), eq(sessions.kind, kind)),
  );
  const ended = await change
    .update(sessions)
    .set({ revokedAt: new Date(now) })
    .where(
      and(
        eq(sessions.userId, userId),
        isOpenedByIt,
        ne(sessions.id, actor.sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date(now)),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

/** Sessions that act for the wallet switch to the one linked first, if there is one. */
async function takeAccount(
  change: Pick<Database, "select" | "update">,
  userId: string,
  account: string,
): Promise<void> {
  const next = (await firstWallet(change, userId)) ?? null;
  await change
    .update(sessions)
    .set({ account: next })
    .where(and(eq(sessions.userId, userId), eq(sessions.account, account)));
}

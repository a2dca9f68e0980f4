/**
 * Erases the caller's own account. Kept are the venue's ledger, which this service cannot change; the user's row, which audit
 * rows reference; the audit rows without personal data; and of the partner programme its ledger and the referred wallets,
 * which keep their discount for life.
 */
import "server-only";
import { eq, inArray, or } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { type OwnedRows, readOwnedRows } from "#lib/identity/person/owned-rows.ts";
import { requireFreshProof } from "#lib/identity/proofs/fresh-proof.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { emailTokens, identities, oidcErrands, sessions } from "#lib/identity/schema/identity.ts";
import { signInChallenges } from "#lib/identity/schema/wallet-session.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import type { Change } from "#lib/platform/events/emit-events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import { checkStreamsOf } from "#lib/platform/streams/check-again.ts";

export const AccountDeletion = z.strictObject({ confirm: z.literal("delete") });

/**
 * All or nothing. A later sign-in with one of the identities creates a new account.
 * @param domains erase their own rows, in this order
 * @throws FRESH_PROOF_REQUIRED
 */
export async function deleteAccount(
  call: { ctx: { actor: SessionActor; now: number } },
  domains: readonly AccountRows[],
): Promise<void> {
  const { actor, now } = call.ctx;
  const { userId } = actor;
  requireFreshProof(actor, now);
  const db = await database();
  await db.transaction(async (change) => {
    await lockSession(change, actor, now);
    // Must be first: a trigger allows erasing personal data of audit rows only for a deleted account.
    const deleted = { deletedAt: new Date(now) };
    await change.update(users).set(deleted).where(eq(users.id, userId));
    const owned = await readOwnedRows(change, userId);
    for (const { erase } of domains) await erase(change, owned);
    await eraseIdentity(change, owned);
    const formerAddresses = owned.emails;
    await recordAudit(change, { now, userId, actor, action: "account.deleted", formerAddresses });
  });
  checkStreamsOf(userId);
}

/** Pending flows, the inbox, and every way to sign in. */
async function eraseIdentity(
  change: Change,
  { userId, sessions: own, wallets, emails }: OwnedRows,
): Promise<void> {
  await change
    .delete(emailTokens)
    .where(or(inArray(emailTokens.sessionId, own), inArray(emailTokens.email, emails)));
  await change.delete(oidcErrands).where(inArray(oidcErrands.sessionId, own));
  await change.delete(signInChallenges).where(inArray(signInChallenges.address, wallets));
  await change.delete(inboxNotices).where(eq(inboxNotices.userId, userId));
  await change.delete(sessions).where(eq(sessions.userId, userId));
  await change.delete(identities).where(eq(identities.userId, userId));
  const erased = { address: null, agent: null, details: {} };
  await change.update(auditLog).set(erased).where(eq(auditLog.userId, userId));
}

/**
 * Erases the caller's own account. Kept are the venue's ledger, which this service cannot change; the user's row, which audit
 * rows reference; the audit rows without personal data; and of the partner programme its ledger and the referred wallets,
 * which keep their discount for life.
 */
import "server-only";
import { eq, inArray, or } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/identity/audit/record.ts";
import { type Erasable, erasableOf } from "#lib/identity/person/erasable.ts";
import { lockSession } from "#lib/identity/person/lock-account.ts";
import { requireFreshProof } from "#lib/identity/proofs/fresh-proof.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import {
  assistantNotes,
  assistantPreferences,
  stagedOrders,
} from "#lib/platform/db/schema/assistants.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";
import { highlightTags } from "#lib/platform/db/schema/highlights.ts";
import {
  emailTokens,
  identities,
  oidcErrands,
  sessions,
  users,
} from "#lib/platform/db/schema/identity.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { botKeys, botNonces, keyUsage, mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { oauthGrants, oauthRecords } from "#lib/platform/db/schema/oauth.ts";
import { onrampPurchases } from "#lib/platform/db/schema/onramp.ts";
import { partnerLinks, partnerReferrals, partners } from "#lib/platform/db/schema/partner.ts";
import {
  pushCounts,
  pushes,
  pushPreferences,
  pushSubscriptions,
} from "#lib/platform/db/schema/pushes.ts";
import { pointEntries, swaps } from "#lib/platform/db/schema/swaps.ts";
import { venueKeys } from "#lib/platform/db/schema/venue-access.ts";
import { signInChallenges } from "#lib/platform/db/schema/wallet-session.ts";
import { webhookEvents, webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { eraseWebhooks } from "#lib/platform/events/erase-webhooks.ts";

export const AccountDeletion = z.strictObject({ confirm: z.literal("delete") });

/** All or nothing. A later sign-in with one of the identities creates a new account. @throws FRESH_PROOF_REQUIRED */
export async function deleteAccount(call: {
  ctx: { actor: SessionActor; now: number };
}): Promise<void> {
  const { actor, now } = call.ctx;
  const { userId } = actor;
  requireFreshProof(actor, now);
  const db = await database();
  await db.transaction(async (change) => {
    await lockSession(change, actor, now);
    // Must be first: a trigger allows erasing personal data of audit rows only for a deleted account.
    await change
      .update(users)
      .set({ deletedAt: new Date(now) })
      .where(eq(users.id, userId));
    const rows = await erasableOf(change, userId);
    await eraseKeys(change, rows);
    await eraseGrants(change, userId, rows);
    await eraseForAssistants(change, userId);
    await eraseTraces(change, rows);
    await retirePartner(change, userId);
    await eraseSwaps(change, userId);
    await eraseWebhooks(change, eq(webhooks.userId, userId));
    await change.delete(webhookEvents).where(eq(webhookEvents.userId, userId));
    await change.delete(highlightTags).where(eq(highlightTags.userId, userId));
    await erasePushes(change, userId);
    await change.delete(inboxNotices).where(eq(inboxNotices.userId, userId));
    await change.delete(sessions).where(eq(sessions.userId, userId));
    await change.delete(identities).where(eq(identities.userId, userId));
    await change
      .update(auditLog)
      .set({ address: null, agent: null, details: {} })
      .where(eq(auditLog.userId, userId));
    await recordAudit(change, { now, userId, actor, action: "account.deleted" });
  });
}

async function eraseKeys(
  change: Pick<Database, "delete">,
  { mcpKeys: mcp, botKeys: bots, oauthGrants: grants, venueKeys: held }: Erasable,
): Promise<void> {
  await change.delete(keyUsage).where(inArray(keyUsage.keyId, [...mcp, ...bots, ...grants]));
  await change.delete(botNonces).where(inArray(botNonces.keyId, bots));
  await change.delete(mcpKeys).where(inArray(mcpKeys.id, mcp));
  await change.delete(botKeys).where(inArray(botKeys.id, bots));
  await change.delete(venueKeys).where(inArray(venueKeys.account, held));
}

/** Includes the tokens of connected apps: the next call of each is refused. */
async function eraseGrants(
  change: Pick<Database, "delete" | "select">,
  userId: string,
  { oauthGrants: grants }: Erasable,
): Promise<void> {
  // Grants before their records, the lock order of token issuance, to prevent deadlocks.
  await change
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(eq(oauthGrants.userId, userId))
    .orderBy(oauthGrants.id)
    .for("update");
  await change
    .delete(oauthRecords)
    .where(or(eq(oauthRecords.userId, userId), inArray(oauthRecords.grantId, grants)));
  await change.delete(oauthGrants).where(eq(oauthGrants.userId, userId));
}

/** Staged orders, and notes and preferences for assistants. */
async function eraseForAssistants(change: Pick<Database, "delete">, userId: string): Promise<void> {
  await change.delete(stagedOrders).where(eq(stagedOrders.userId, userId));
  await change.delete(assistantNotes).where(eq(assistantNotes.userId, userId));
  await change.delete(assistantPreferences).where(eq(assistantPreferences.userId, userId));
}

/**
 * The ledger of a partner is kept but closed: its links become invalid, and it has no payout wallet. What partners wrote
 * about people is erased with either account, and the names of their links with their own.
 */
async function retirePartner(
  change: Pick<Database, "select" | "update">,
  userId: string,
): Promise<void> {
  const own = change.select({ id: partners.id }).from(partners).where(eq(partners.userId, userId));
  await change
    .update(partnerReferrals)
    .set({ alias: null, note: null })
    .where(or(eq(partnerReferrals.userId, userId), inArray(partnerReferrals.partnerId, own)));
  await change.update(partnerLinks).set({ name: "" }).where(inArray(partnerLinks.partnerId, own));
  await change
    .update(partners)
    .set({ payoutAddress: null, mailNotices: false, locale: null })
    .where(eq(partners.userId, userId));
}

/** The public tape keeps what landed, without its user. What is under way lands or dies by itself: the wallet has signed it. */
async function eraseSwaps(
  change: Pick<Database, "delete" | "update">,
  userId: string,
): Promise<void> {
  await change.delete(pointEntries).where(eq(pointEntries.userId, userId));
  // What was paid arrives at the wallet all the same. Callbacks go with their purchase.
  await change.delete(onrampPurchases).where(eq(onrampPurchases.userId, userId));
  await change.update(swaps).set({ userId: null, plan: null }).where(eq(swaps.userId, userId));
}

/** The browsers that got notifications, with what waits for them, and the choices. */
async function erasePushes(change: Pick<Database, "delete">, userId: string): Promise<void> {
  await change.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await change.delete(pushPreferences).where(eq(pushPreferences.userId, userId));
  await change.delete(pushCounts).where(eq(pushCounts.userId, userId));
  // What waits for browsers went with them.
  await change.delete(pushes).where(eq(pushes.userId, userId));
}

/** Pending flows, which would expire within minutes anyway. */
async function eraseTraces(
  change: Pick<Database, "delete">,
  { sessions: own, wallets, emails }: Erasable,
): Promise<void> {
  await change
    .delete(emailTokens)
    .where(or(inArray(emailTokens.sessionId, own), inArray(emailTokens.email, emails)));
  await change.delete(oidcErrands).where(inArray(oidcErrands.sessionId, own));
  await change.delete(signInChallenges).where(inArray(signInChallenges.address, wallets));
}

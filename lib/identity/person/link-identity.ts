/** Adds a proved identity to the account of a session. Callers have checked the fresh proof of the account. */
import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import type { IdentityRecord } from "#lib/protocol/wire/identity.ts";
import { emitWalletLinked } from "./identity-events.ts";
import { toRecord } from "./identity-record.ts";
import { lockAccount } from "./lock-account.ts";
import type { ProvedIdentity } from "./person.ts";

type Context = { actor: SessionActor; now: number; client: Client };

/**
 * Idempotent. Accounts are never merged, and the caller's account never changes.
 * @throws IDENTITY_IN_USE
 */
export async function linkIdentity(proved: ProvedIdentity, ctx: Context): Promise<IdentityRecord> {
  const { actor, now } = ctx;
  const { userId } = actor;
  const at = new Date(now);
  const db = await database();
  return db.transaction(async (change) => {
    await lockAccount(change, userId);
    const [linked] = await change
      .insert(identities)
      .values({ id: newId("idn"), userId, ...proved, createdAt: at, lastUsedAt: at })
      .onConflictDoNothing()
      .returning();
    if (linked === undefined) return toRecord(await ownIdentity(change, userId, proved));
    if (proved.kind === "wallet") {
      await giveAccount(change, userId, proved.subject);
      await emitWalletLinked(change, proved.subject);
    }
    await recordAudit(change, {
      ...ctx,
      userId,
      action: "identity.linked",
      target: linked.id,
      details: { kind: linked.kind, label: linked.label },
    });
    return toRecord(linked);
  });
}

/** @throws IDENTITY_IN_USE when it belongs to another account */
async function ownIdentity(
  change: Pick<Database, "select">,
  userId: string,
  { kind, subject }: ProvedIdentity,
): Promise<typeof identities.$inferSelect> {
  const [row] = await change
    .select()
    .from(identities)
    .where(and(eq(identities.kind, kind), eq(identities.subject, subject)));
  if (row?.userId !== userId) throw new ServiceError("IDENTITY_IN_USE");
  return row;
}

/** Sessions without a wallet get this one. */
async function giveAccount(
  change: Pick<Database, "update">,
  userId: string,
  account: string,
): Promise<void> {
  await change
    .update(sessions)
    .set({ account })
    .where(and(eq(sessions.userId, userId), isNull(sessions.account)));
}

/** Finds the account of a proved identity; a first proof creates one. */
import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { type IDENTITY_KINDS, identities } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Client } from "#lib/platform/actor.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { users } from "#lib/platform/schema/users.ts";
import { emitAccountCreated } from "./identity-events.ts";

export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** An identity that was just proved. */
export type ProvedIdentity = {
  kind: IdentityKind;
  /** wallet: base58 public key; email: the address in lower case; oidc: issuer, `#`, sub. */
  subject: string;
  /** The name for its owner. */
  label: string;
};

type Context = {
  now: number;
  client: Client;
  /** The followed partner links with their tags, which count only when the account is created now. */
  followedLinks?: readonly string[] | undefined;
  /** The user who was signed in in this browser until now. */
  browserUserId?: string | undefined;
};

/**
 * The account of the identity. Mail addresses never connect identities: otherwise an attacker who registers a victim's
 * address at a provider could sign in as the victim.
 */
export async function personOf(proved: ProvedIdentity, ctx: Context): Promise<{ userId: string }> {
  const db = await database();
  return (await findPerson(db, proved, ctx.now)) ?? (await createPerson(db, proved, ctx));
}

async function findPerson(
  db: Database,
  proved: ProvedIdentity,
  now: number,
): Promise<{ userId: string } | undefined> {
  const [row] = await db
    .update(identities)
    .set({ lastUsedAt: new Date(now), label: proved.label })
    .where(and(eq(identities.kind, proved.kind), eq(identities.subject, proved.subject)))
    .returning({ userId: identities.userId });
  return row;
}

/** When two first proofs run concurrently, one creates the account and the other finds it. */
async function createPerson(
  db: Database,
  proved: ProvedIdentity,
  { now, client, followedLinks = [], browserUserId }: Context,
): Promise<{ userId: string }> {
  const at = new Date(now);
  const userId = newId("usr");
  const isMade = await db.transaction(async (change) => {
    await change.insert(users).values({ id: userId, createdAt: at });
    const made = await change
      .insert(identities)
      .values({ id: newId("idn"), userId, ...proved, createdAt: at, lastUsedAt: at })
      .onConflictDoNothing()
      .returning({ id: identities.id });
    if (made.length === 0) {
      await change.delete(users).where(eq(users.id, userId));
      return false;
    }
    await recordAudit(change, {
      now,
      userId,
      actor: { kind: "service" },
      action: "account.created",
      client,
      details: { kind: proved.kind },
    });
    await emitAccountCreated(change, { userId, followedLinks, browserUserId, now, client });
    return true;
  });
  const found = isMade ? { userId } : await findPerson(db, proved, now);
  if (found === undefined) throw new Error("An identity was claimed and deleted concurrently.");
  return found;
}

/** The default wallet of a session: the one linked first. */
export async function firstWallet(
  db: Pick<Database, "select">,
  userId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.kind, "wallet")))
    .orderBy(asc(identities.createdAt), asc(identities.id))
    .limit(1);
  return row?.subject;
}

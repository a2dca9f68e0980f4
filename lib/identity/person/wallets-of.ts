/** The wallets that a person has linked. */
import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import { database } from "#lib/platform/db/client.ts";

/** Base58 public keys, in the order in which they were linked. */
export async function walletsOf(userId: string): Promise<string[]> {
  const db = await database();
  const rows = await db
    .select({ account: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.kind, "wallet")))
    .orderBy(asc(identities.createdAt), asc(identities.id));
  return rows.map(({ account }) => account);
}

/** The displayed name of a signed-in person. */
import "server-only";
import { asc, eq } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";

/** The session's wallet, else the label of the account's oldest identity. */
export async function sessionLabel({ userId, account }: SessionActor): Promise<string> {
  if (account !== undefined) return account;
  const db = await database();
  const [row] = await db
    .select({ label: identities.label })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id))
    .limit(1);
  return row?.label ?? userId;
}

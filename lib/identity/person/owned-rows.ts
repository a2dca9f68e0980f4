/** By what the rows of an account are found when it is deleted. */
import "server-only";
import { eq } from "drizzle-orm";
import { identities, sessions } from "#lib/identity/schema/identity.ts";
import type { Database } from "#lib/platform/db/client.ts";

export type OwnedRows = {
  userId: string;
  /** Ids of its identities and of its sessions. */
  identities: string[];
  sessions: string[];
  /** Base58 public keys. */
  wallets: string[];
  /** In lower case. */
  emails: string[];
};

export async function readOwnedRows(
  db: Pick<Database, "select">,
  userId: string,
): Promise<OwnedRows> {
  const ways = await db.select().from(identities).where(eq(identities.userId, userId));
  const own = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  const subjects = (kind: "wallet" | "email"): string[] =>
    ways.filter((way) => way.kind === kind).map(({ subject }) => subject);
  return {
    userId,
    identities: ways.map(({ id }) => id),
    sessions: own.map(({ id }) => id),
    wallets: subjects("wallet"),
    emails: subjects("email"),
  };
}

/** Finds accounts by id, wallet or mail address. */
import "server-only";
import { and, eq, or } from "drizzle-orm";
import { identities } from "#lib/identity/schema/identity.ts";
import { database } from "#lib/platform/db/client.ts";

/** `usr_…` is an id; any other text is a wallet or a mail address. */
export async function findUsers(query: string): Promise<string[]> {
  if (/^usr_[0-9a-f]{24}$/.test(query)) return [query];
  const db = await database();
  const found = await db
    .selectDistinct({ userId: identities.userId })
    .from(identities)
    .where(
      or(
        and(eq(identities.kind, "wallet"), eq(identities.subject, query)),
        and(eq(identities.kind, "email"), eq(identities.subject, query.toLowerCase())),
      ),
    );
  return found.map(({ userId }) => userId);
}

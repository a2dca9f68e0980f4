/** The end of a grant: its next call is refused, and nothing new is made for it. */
import "server-only";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { oauthGrants, oauthRecords } from "#lib/platform/db/schema/oauth.ts";

/**
 * Ends one grant in the transaction `change`, which also tells the audit log of it. Access tokens stay until they expire, so
 * that who shows one is told that the grant was taken back.
 * @returns what ended, or `undefined` when there is no such grant or it was ended before
 */
export async function revokeGrantRows(
  change: Pick<Database, "update" | "delete">,
  grantId: string,
  now: number,
): Promise<typeof oauthGrants.$inferSelect | undefined> {
  const [revoked] = await change
    .update(oauthGrants)
    .set({ revokedAt: new Date(now) })
    .where(and(eq(oauthGrants.id, grantId), isNull(oauthGrants.revokedAt)))
    .returning();
  await change
    .delete(oauthRecords)
    .where(and(eq(oauthRecords.grantId, grantId), ne(oauthRecords.model, "AccessToken")));
  return revoked;
}

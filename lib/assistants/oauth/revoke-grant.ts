/** Ends a grant: its next call is refused, and no new tokens are issued. */
import "server-only";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { oauthGrants, oauthRecords } from "#lib/platform/db/schema/oauth.ts";

/**
 * Ends one grant in the transaction `change`, which also writes the audit log. Access tokens stay until they expire, so that
 * their refusal can say that the grant was revoked.
 * @returns the ended grant, or `undefined` when there is no such grant or it had ended before
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

/** Ends a grant: its next call is refused, and no new tokens are issued. */
import "server-only";
import { and, eq, isNull, notInArray } from "drizzle-orm";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { GrantEnd } from "#lib/protocol/grant-end.ts";

/**
 * Ends one grant in the transaction `change`, which also writes the audit log. Its tokens stay until they expire, so that
 * their refusal can say why the grant ended.
 * @returns the ended grant, or `undefined` when there is no such grant or it had ended before
 */
export async function revokeGrantRows(
  change: Pick<Database, "update" | "delete">,
  grantId: string,
  { now, reason }: { now: number; reason: GrantEnd },
): Promise<typeof oauthGrants.$inferSelect | undefined> {
  const [revoked] = await change
    .update(oauthGrants)
    .set({ revokedAt: new Date(now), endReason: reason })
    .where(and(eq(oauthGrants.id, grantId), isNull(oauthGrants.revokedAt)))
    .returning();
  await change
    .delete(oauthRecords)
    .where(
      and(
        eq(oauthRecords.grantId, grantId),
        notInArray(oauthRecords.model, ["AccessToken", "RefreshToken"]),
      ),
    );
  return revoked;
}

/** Limits go with a program to the key or to the client id that it has next. */
import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { proposalLimits } from "#lib/machines/schema/assistant-controls.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { isOf, isSameApp } from "./_limit-rows.ts";

type Change = Pick<Database, "select" | "insert">;

/** A key that replaces another one has its limits. */
export async function copyLimits(
  change: Change,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  const [row] = await change
    .select()
    .from(proposalLimits)
    .where(isOf({ userId, kind: "mcp_key", id: from }));
  if (row !== undefined) await change.insert(proposalLimits).values({ ...row, proposerId: to });
}

/**
 * An app that registers anew has the limits that its user last set for it under another client id. Call it with the first grant of
 * a client, which is inserted already: later its user may have removed them.
 */
export async function carryLimits(
  change: Change,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
  const grants = await change
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.userId, userId), eq(oauthGrants.clientId, clientId)))
    .limit(2);
  if (grants.length !== 1) return;
  const { userId: owner, kind, proposerId, updatedAt } = proposalLimits;
  const [latest] = await change
    .select({ limits: proposalLimits })
    .from(proposalLimits)
    .innerJoin(oauthGrants, eq(oauthGrants.clientId, proposerId))
    .where(
      and(
        eq(owner, userId),
        eq(kind, "oauth_app"),
        eq(oauthGrants.userId, userId),
        isSameApp(change, { userId, id: clientId }),
      ),
    )
    .orderBy(desc(updatedAt))
    .limit(1);
  if (latest === undefined) return;
  await change
    .insert(proposalLimits)
    .values({ ...latest.limits, proposerId: clientId })
    .onConflictDoNothing();
}

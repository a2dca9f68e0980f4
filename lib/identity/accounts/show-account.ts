/** Shows what deleting the caller's account would erase and keep. */
import "server-only";
import { desc, eq } from "drizzle-orm";
import { erasableOf } from "#lib/identity/person/erasable.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import { stagedOrders } from "#lib/platform/db/schema/assistants.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import { inboxNotices } from "#lib/platform/db/schema/inbox.ts";
import { onrampPurchases } from "#lib/platform/db/schema/onramp.ts";
import { pushSubscriptions } from "#lib/platform/db/schema/pushes.ts";
import { pointEntries } from "#lib/platform/db/schema/swaps.ts";
import { webhooks } from "#lib/platform/db/schema/webhooks.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { AccountShown } from "#lib/protocol/wire/identity.ts";

export async function showAccount(call: { ctx: { actor: SessionActor } }): Promise<AccountShown> {
  const { userId } = call.ctx.actor;
  const db = await database();
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  const rows = await erasableOf(db, userId);
  const [points] = await db
    .select({ balance: pointEntries.balance })
    .from(pointEntries)
    .where(eq(pointEntries.userId, userId))
    .orderBy(desc(pointEntries.seq))
    .limit(1);
  return {
    userId,
    createdAt: user.createdAt.toISOString(),
    erased: {
      identities: rows.identities.length,
      sessions: rows.sessions.length,
      mcpKeys: rows.mcpKeys.length,
      botKeys: rows.botKeys.length,
      connectedApps: rows.oauthGrants.length,
      assistantNotes: rows.assistantNotes.length,
      stagedOrders: await db.$count(stagedOrders, eq(stagedOrders.userId, userId)),
      notices: await db.$count(inboxNotices, eq(inboxNotices.userId, userId)),
      pushBrowsers: await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId)),
      points: Math.max(0, points?.balance ?? 0),
      webhooks: await db.$count(webhooks, eq(webhooks.userId, userId)),
      purchases: await db.$count(onrampPurchases, eq(onrampPurchases.userId, userId)),
      venueKeys: rows.venueKeys.length,
    },
    kept: ["ledger", "audit"],
  };
}

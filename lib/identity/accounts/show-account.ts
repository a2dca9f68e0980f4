/** Shows what deleting the caller's account would erase and keep. */
import "server-only";
import { eq } from "drizzle-orm";
import { readOwnedRows } from "#lib/identity/person/owned-rows.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { database } from "#lib/platform/db/client.ts";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { AccountShown } from "#lib/protocol/wire/identity.ts";

const NOTHING: AccountShown["erased"] = {
  identities: 0,
  sessions: 0,
  mcpKeys: 0,
  botKeys: 0,
  connectedApps: 0,
  assistantNotes: 0,
  stagedOrders: 0,
  notices: 0,
  pushBrowsers: 0,
  priceAlerts: 0,
  points: 0,
  webhooks: 0,
  purchases: 0,
  venueKeys: 0,
};

/** @param domains count their own rows */
export async function showAccount(
  call: { ctx: { actor: SessionActor } },
  domains: readonly AccountRows[],
): Promise<AccountShown> {
  const { userId } = call.ctx.actor;
  const db = await database();
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new ServiceError("SIGN_IN_REQUIRED");
  const owned = await readOwnedRows(db, userId);
  const erased = {
    ...NOTHING,
    identities: owned.identities.length,
    sessions: owned.sessions.length,
    notices: await db.$count(inboxNotices, eq(inboxNotices.userId, userId)),
  };
  for (const { count } of domains) Object.assign(erased, await count?.(db, owned));
  return { userId, createdAt: user.createdAt.toISOString(), erased, kept: ["ledger", "audit"] };
}

/** The connected apps of an account with their tokens, the orders proposed to it, and its notes and preferences for assistants. */
import "server-only";
import { eq, inArray, or } from "drizzle-orm";
import { machineReads } from "#lib/machines/schema/assistant-controls.ts";
import { keyUsage } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { assistantNotes, assistantPreferences } from "./schema/assistants.ts";
import { oauthRecords } from "./schema/oauth.ts";

export const assistantRows: AccountRows = {
  count: async (db, { userId }) => ({
    connectedApps: await db.$count(oauthGrants, eq(oauthGrants.userId, userId)),
    assistantNotes: await db.$count(assistantNotes, eq(assistantNotes.userId, userId)),
    stagedOrders: await db.$count(stagedOrders, eq(stagedOrders.userId, userId)),
  }),
  erase: async (change, { userId }) => {
    // Grants before their records, the lock order of token issuance, to prevent deadlocks.
    const locked = await change
      .select({ id: oauthGrants.id })
      .from(oauthGrants)
      .where(eq(oauthGrants.userId, userId))
      .orderBy(oauthGrants.id)
      .for("update");
    const grants = locked.map(({ id }) => id);
    await change.delete(keyUsage).where(inArray(keyUsage.keyId, grants));
    await change.delete(machineReads).where(inArray(machineReads.keyId, grants));
    // The next call of each connected app is refused.
    await change
      .delete(oauthRecords)
      .where(or(eq(oauthRecords.userId, userId), inArray(oauthRecords.grantId, grants)));
    await change.delete(oauthGrants).where(eq(oauthGrants.userId, userId));
    await change.delete(stagedOrders).where(eq(stagedOrders.userId, userId));
    await change.delete(assistantNotes).where(eq(assistantNotes.userId, userId));
    await change.delete(assistantPreferences).where(eq(assistantPreferences.userId, userId));
  },
};

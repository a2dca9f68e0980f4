/** The browsers of an account that get notifications, with what waits for them, the choices, and the price alerts. */
import "server-only";
import { eq } from "drizzle-orm";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { priceAlerts } from "./schema/price-alerts.ts";
import { pushCounts, pushes, pushSubscriptions } from "./schema/pushes.ts";

export const pushRows: AccountRows = {
  count: async (db, { userId }) => ({
    pushBrowsers: await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId)),
    priceAlerts: await db.$count(priceAlerts, eq(priceAlerts.userId, userId)),
  }),
  erase: async (change, { userId }) => {
    await change.delete(priceAlerts).where(eq(priceAlerts.userId, userId));
    await change.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
    await change.delete(pushPreferences).where(eq(pushPreferences.userId, userId));
    await change.delete(pushCounts).where(eq(pushCounts.userId, userId));
    // What waits for browsers went with them.
    await change.delete(pushes).where(eq(pushes.userId, userId));
  },
};

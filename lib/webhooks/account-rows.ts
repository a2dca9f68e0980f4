/** The webhooks of an account and its events. */
import "server-only";
import { eq } from "drizzle-orm";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { eraseWebhooks } from "./core/erase-webhooks.ts";

export const webhookRows: AccountRows = {
  count: async (db, { userId }) => ({
    webhooks: await db.$count(webhooks, eq(webhooks.userId, userId)),
  }),
  erase: async (change, { userId }) => {
    await eraseWebhooks(change, eq(webhooks.userId, userId));
    await change.delete(webhookEvents).where(eq(webhookEvents.userId, userId));
  },
};

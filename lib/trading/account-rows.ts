/** The venue keys of an account's wallets, which this app holds. The venue's own records stay. */
import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { venueKeys } from "./schema/venue-access.ts";

export const tradingRows: AccountRows = {
  count: async (db, { wallets }) => ({
    venueKeys: await db.$count(venueKeys, inArray(venueKeys.account, [...wallets])),
  }),
  erase: async (change, { wallets }) => {
    await change.delete(venueKeys).where(inArray(venueKeys.account, [...wallets]));
  },
  // A later deletion of the account would not find the key.
  unlink: async (change, { kind, subject }) => {
    if (kind === "wallet") await change.delete(venueKeys).where(eq(venueKeys.account, subject));
  },
};

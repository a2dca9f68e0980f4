/** The points and purchases of an account, and its swaps, of which the public tape keeps what landed. */
import "server-only";
import { desc, eq } from "drizzle-orm";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { onrampPurchases } from "./schema/onramp.ts";
import { pointEntries, swaps } from "./schema/swaps.ts";

export const swapRows: AccountRows = {
  count: async (db, { userId }) => {
    const [points] = await db
      .select({ balance: pointEntries.balance })
      .from(pointEntries)
      .where(eq(pointEntries.userId, userId))
      .orderBy(desc(pointEntries.seq))
      .limit(1);
    return {
      points: Math.max(0, points?.balance ?? 0),
      purchases: await db.$count(onrampPurchases, eq(onrampPurchases.userId, userId)),
    };
  },
  erase: async (change, { userId }) => {
    await change.delete(pointEntries).where(eq(pointEntries.userId, userId));
    // What was paid arrives at the wallet all the same. Callbacks go with their purchase.
    await change.delete(onrampPurchases).where(eq(onrampPurchases.userId, userId));
    // A swap under way lands or expires without us: the wallet has signed it.
    await change.update(swaps).set({ userId: null, plan: null }).where(eq(swaps.userId, userId));
  },
};

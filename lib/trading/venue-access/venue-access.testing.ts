/** A database for tests of the route handlers, which may not import `lib/platform/db` themselves. */

import { auditLog } from "#lib/identity/schema/audit.ts";
import { setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { venueKeys } from "#lib/trading/schema/venue-access.ts";

/** Opens an empty database and makes it the one of this process until `close()`. */
export async function openKeyTable() {
  const db = await testDatabase();
  setDatabase(db);
  return {
    rows: () => db.select().from(venueKeys),
    audit: () => db.select().from(auditLog).orderBy(auditLog.position),
    clear: async () => {
      await db.delete(venueKeys);
    },
    /** Writes another account into every row, as an attacker with access to the table could. */
    moveTo: async (account: string) => {
      await db.update(venueKeys).set({ account });
    },
    close: async () => {
      setDatabase(undefined);
      await db.$client.end();
    },
  };
}

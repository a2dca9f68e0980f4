/** A database for tests of the route handlers, which may not import `lib/platform/db` themselves. */
import { useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";
import { venueKeys } from "#lib/platform/db/schema/venue-access.ts";

/** Opens an empty database and makes it the one of this process until `close()`. */
export async function openKeyTable() {
  const db = await testDatabase();
  useDatabase(db);
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
      useDatabase(undefined);
      await db.$client.end();
    },
  };
}

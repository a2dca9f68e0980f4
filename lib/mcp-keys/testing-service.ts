/** The keys' database and the count of their uses, for tests of the route handlers, which may not see `lib/db` themselves. */
import { eq } from "drizzle-orm";
import { useDatabase } from "#lib/db/client.ts";
import { mcpKeys } from "#lib/db/schema/keys.ts";
import { testDatabase } from "#lib/db/testing.ts";
import { openKeyUsage } from "#lib/key-usage/process-usage.ts";
import { ManualTimers } from "#lib/manual-timers.ts";
import { addPerson, NOW } from "./testing.ts";

/** Opens an empty database and counts uses into it until `close()`. */
export async function openKeyService() {
  const db = await testDatabase();
  useDatabase(db);
  const timers = new ManualTimers(NOW);
  const closeUsage = openKeyUsage({ timers, log: { warn: () => {} } });
  return {
    timers,
    owner: await addPerson(db),
    limit: async (id: string, allowlist: string[]) => {
      await db.update(mcpKeys).set({ allowlist }).where(eq(mcpKeys.id, id));
    },
    close: async () => {
      await closeUsage();
      useDatabase(undefined);
      await db.$client.end();
    },
  };
}

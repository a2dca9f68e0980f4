/** Keys and usage counts for tests of the route handlers, which may not import `lib/platform/db` themselves. */
import { eq } from "drizzle-orm";
import { openKeyUsage } from "#lib/machines/usage/process-usage.ts";
import { useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { ManualTimers } from "#lib/platform/timers.testing.ts";
import { addPerson, NOW } from "./keys.testing.ts";

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

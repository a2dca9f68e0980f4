/** Keys and usage counts for tests of the route handlers, which may not import `lib/platform/db` themselves. */
import { eq } from "drizzle-orm";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { openKeyUsage } from "#lib/machines/usage/process-usage.ts";
import { setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { addPerson, NOW } from "./keys.testing.ts";

/** Opens an empty database and counts uses into it until `close()`. */
export async function openKeyService() {
  const db = await testDatabase();
  setDatabase(db);
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
      setDatabase(undefined);
      await db.$client.end();
    },
  };
}

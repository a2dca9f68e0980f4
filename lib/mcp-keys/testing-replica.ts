/** What a replica of the app stands on, for tests: a database of its own and a clock that can be set. */
import { closeDatabase, openDatabase } from "#lib/db/client.ts";
import { Secret } from "#lib/env.ts";
import { useHttpRuntime } from "#lib/http/runtime.ts";
import { openKeyUsage } from "#lib/key-usage/process-usage.ts";
import { systemTimers } from "#lib/timers.ts";

export async function openReplica(databaseUrl: string) {
  await openDatabase({ dataDir: "unused", databaseUrl: new Secret(databaseUrl) });
  const closeUsage = openKeyUsage({ timers: systemTimers, log: { warn: () => {} } });
  let now = Date.now();
  useHttpRuntime({ clock: { now: () => now } });
  return {
    setClock: (at: number) => {
      now = at;
    },
    /** Writes the uses that were counted. */
    close: async () => {
      await closeUsage();
      await closeDatabase();
    },
  };
}

/** For tests: a replica's database connection and a clock that can be set. */

import { openKeyUsage } from "#lib/machines/usage/process-usage.ts";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { Secret } from "#lib/platform/env.ts";
import { useHttpRuntime } from "#lib/platform/http/runtime.ts";
import { systemTimers } from "#lib/platform/timers.ts";

export async function openReplica(databaseUrl: string) {
  await openDatabase({ dataDir: "unused", databaseUrl: new Secret(databaseUrl) });
  const closeUsage = openKeyUsage({ timers: systemTimers, log: { warn: () => {} } });
  let now = Date.now();
  useHttpRuntime({ clock: { now: () => now } });
  return {
    setClock: (at: number) => {
      now = at;
    },
    /** Writes the counted uses. */
    close: async () => {
      await closeUsage();
      await closeDatabase();
    },
  };
}

/** For tests: a replica's database connection and a clock that can be set. */

import { Secret } from "#lib/kernel/env.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { openKeyUsage } from "#lib/machines/usage/process-usage.ts";
import { closeDatabase, openDatabase } from "#lib/platform/db/client.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";

export async function openReplica(databaseUrl: string) {
  await openDatabase({ dataDir: "unused", databaseUrl: new Secret(databaseUrl) });
  const closeUsage = openKeyUsage({ timers: systemTimers, log: { warn: () => {} } });
  let now = Date.now();
  setHttpRuntime({ clock: { now: () => now } });
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

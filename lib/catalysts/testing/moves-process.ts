/**
 * A replica that finds moves, for tests that kill it: `node moves-process.ts <address of a Postgres
 * database>`. It takes the end of the stored bars as the present, so the test controls time.
 */
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { max } from "drizzle-orm";
import { MinuteFollower } from "#lib/catalysts/moves/follow-minutes.ts";
import { Secret } from "#lib/kernel/env.ts";
import { openDatabase } from "#lib/platform/db/client.ts";
import { markBarHeads } from "#lib/trading/schema/market-data.ts";

/** Small, so that the history takes many transactions. */
const MINUTES_AT_ONCE = 3;
const EVERY_MS = 5;

const [url = ""] = process.argv.slice(2);
const db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(url) });
const follower = new MinuteFollower({ db, since: 0, minutesAtOnce: MINUTES_AT_ONCE });
// A SIGKILL would otherwise prevent it.
flushCompileCache();
process.stdout.write("ready\n");
for (;;) {
  const [head] = await db.select({ end: max(markBarHeads.openSecond) }).from(markBarHeads);
  if (head?.end) await follower.run(head.end);
  await sleep(EVERY_MS);
}

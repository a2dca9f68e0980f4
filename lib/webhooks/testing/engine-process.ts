/**
 * A replica that delivers, for tests that kill it: `node engine-process.ts <address of a Postgres
 * database> <schedule divisor>`.
 * With `<account> <name>` added, it also causes events for that account until it ends, and rolls
 * every fourth back.
 */
import { flushCompileCache } from "node:module";
import { Secret } from "#lib/kernel/env.ts";
import { openDatabase } from "#lib/platform/db/client.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { users } from "#lib/platform/schema/users.ts";
import { makeEngine } from "#lib/webhooks/engine/engine.testing.ts";

const [url = "", divisor, userId, name = ""] = process.argv.slice(2);
const db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(url) });
makeEngine(db, { divisor: Number(divisor) }).start();
// Written now, because a SIGKILL leaves no time for it.
flushCompileCache();
process.stdout.write("ready\n");

/** The cause is the insert of an account with that id. */
async function cause(id: string, owner: string, isUndone: boolean): Promise<void> {
  await emitting(db, async (change, _emit, announce) => {
    await change.insert(users).values({ id, createdAt: new Date(0) });
    const event = { subject: id, version: "1", now: Date.now(), data: { cause: id } };
    await announce({ type: "agentic.intent", userId: owner, ...event });
    if (isUndone) throw new Error("undone");
  });
}

for (let count = 0; userId !== undefined; count += 1) {
  const isUndone = count % 4 === 3;
  await cause(`usr_${name}_${count}`, userId, isUndone).catch((error: unknown) => {
    if (!isUndone) throw error;
  });
}

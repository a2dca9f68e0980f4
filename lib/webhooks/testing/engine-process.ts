/** A replica that only delivers, for tests that kill it: `node engine-process.ts <address of a Postgres database>`. */
import { openDatabase } from "#lib/platform/db/client.ts";
import { Secret } from "#lib/platform/env.ts";
import { engineOf } from "#lib/webhooks/engine/engine.testing.ts";

const url = new Secret(process.argv[2] ?? "");
const db = await openDatabase({ dataDir: "unused", databaseUrl: url });
engineOf(db).start();
process.stdout.write("ready\n");

/**
 * `DATABASE_URL=… npm run app:check`: checks the app's Postgres after a restore, before an app starts on it. It only reads. Ends with 1 when the
 * schema is a newer app's or a partner's ledger is not as it was booked.
 */
import { readdirSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { z } from "zod";
import { verifyLedgers } from "#lib/partner/ledger/verify-ledgers.ts";
import { migrationsFolder } from "#lib/platform/db/migrations.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const MIGRATIONS = "select count(*)::int as count from drizzle.__drizzle_migrations";
const FEEDS = "select feed, after_seq::int as count from partner_feeds order by feed";

const counted = z.object({ count: z.number(), feed: z.string().optional() });

async function check(client: pg.Client): Promise<void> {
  // One view of all tables, and no writing.
  await client.query("begin isolation level repeatable read read only");
  const rowsOf = async (text: string) => z.array(counted).parse((await client.query(text)).rows);
  const files = readdirSync(migrationsFolder()).filter((name) => name.endsWith(".sql")).length;
  const done = (await rowsOf(MIGRATIONS))[0]?.count ?? 0;
  say(`migrations: ${done} of ${files}`);
  if (done > files) throw new Error("the database was made by a newer app: start that one");
  const users = (await rowsOf("select count(*)::int as count from users"))[0]?.count ?? 0;
  say(`accounts: ${users}`);
  for (const { feed, count } of await rowsOf(FEEDS)) say(`fees of ${feed}: up to ${count}`);
  const { partners, rows } = await verifyLedgers(drizzle({ client }));
  say(`ledgers: all of ${rows} rows of ${partners} partners hold`);
}

const connectionString = process.env["DATABASE_URL"];
if (connectionString === undefined) throw new Error("DATABASE_URL is not set");
const client = new pg.Client({ connectionString, application_name: "svc-app-check" });
try {
  await client.connect();
  await check(client);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await client.end();
}

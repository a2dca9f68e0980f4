/**
 * Fresh databases for tests: on the server of TEST_DATABASE_URL, else on PGlite in this process. Of PGlite a migrated,
 * empty data folder is dumped once and kept beside the installed packages under the hash of the migrations; each test
 * database starts from a copy of it, or is an earlier one of this process, emptied.
 */
import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { openEngine, type RawEngine, type RawResult } from "./_pglite-engine.ts";
import { PglitePool } from "./_pglite-pool.ts";
import { traceStatements } from "./_traced-pool.ts";
import { type Database, pgliteDatabase, postgresPool } from "./client.ts";
import { borrowDatabase, migrationsHash } from "./lent-databases.testing.ts";
import { migrateDatabase } from "./migrations.ts";

/**
 * A migrated database of its own. Close it with `await db.$client.end()`.
 * Code that calls `database()` sees it after `setDatabase(db)` of `client.ts`.
 */
export async function testDatabase(): Promise<Database> {
  const server = testServer();
  return server === undefined ? embeddedDatabase() : lentDatabase(server);
}

/** Whether that is on PGlite. Where it is not, a suite that runs on a server of its own need not run here too. */
export const isTestDatabaseEmbedded = (): boolean => testServer() === undefined;

function testServer(): string | undefined {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_EMBEDDED: isEmbedded } = process.env;
  return isEmbedded === "1" ? undefined : server;
}

/** The same on PGlite, whatever the environment says. */
export async function embeddedDatabase(): Promise<Database> {
  return pgliteDatabase(await testPool());
}

async function lentDatabase(server: string): Promise<Database> {
  const lent = await borrowDatabase(server);
  const pool = postgresPool({ connectionString: lent.url });
  const endPool = pool.end.bind(pool);
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= endPool().then(lent.drop));
  return drizzle({ client: traceStatements(Object.assign(pool, { end })) });
}

const PGLITE = join("node_modules", "@electric-sql", "pglite");

/** A thread gets the code of a module that another one still holds. Without this, each start of PGlite would compile all of it again. */
let compiled: Promise<WebAssembly.Module> | undefined;

/** Puts a migrated, empty database where an app with this DATA_DIR has its own. Creating one would take it ten times as long as opening it. */
export async function placeDatabase(dataDir: string): Promise<void> {
  compiled ??= WebAssembly.compile(readFileSync(join(PGLITE, "dist", "pglite.wasm")));
  await compiled;
  const data = join(dataDir, "db", "data");
  mkdirSync(data, { recursive: true });
  execFileSync("tar", ["-xf", await migratedDump(), "-C", data], { stdio: "pipe" });
}

/** The pool under such a database. `waitLimitMilliseconds`: see PglitePool. */
export async function testPool(waitLimitMilliseconds?: number): Promise<PglitePool> {
  const one = spare.pop() ?? (await startOne());
  return new PglitePool(emptiedAtEnd(one), waitLimitMilliseconds);
}

type Migrated = { engine: RawEngine; tables: string };

/** Databases that their tests have closed, emptied for reuse: starting one takes half a second of a core, emptying one some milliseconds. */
const spare: Migrated[] = [];

async function startOne(): Promise<Migrated> {
  const engine = await openEngine({
    loadDataDir: new Blob([readFileSync(await migratedDump())]),
  });
  return { engine, tables: await tablesOf(engine) };
}

/** These statements leave only rows and settings behind, which can be removed. */
const LEAVES_ROWS = new Set([
  ..."SELECT INSERT UPDATE DELETE TRUNCATE VACUUM".split(" "),
  ..."BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE".split(" "),
]);

/** A database that ran any other kind of statement, or one that failed, is not reused. */
function emptiedAtEnd(one: Migrated): RawEngine {
  const { engine } = one;
  let isAsItWas = true;
  return {
    execute: async (request) => {
      try {
        const results = await engine.execute(request);
        isAsItWas &&= results.every(({ command }) => LEAVES_ROWS.has(command));
        return results;
      } catch (error) {
        isAsItWas = false;
        throw error;
      }
    },
    close: async () => {
      if (isAsItWas && (await isEmptied(one))) spare.push(one);
      else await engine.close();
    },
  };
}

const TABLES = `select format('%I.%I', schemaname, tablename) from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema', 'drizzle') order by 1`;

/** False when a table was added, which SELECT can do. */
async function isEmptied({ engine, tables }: Migrated): Promise<boolean> {
  await execute(engine, "rollback");
  // Settings, advisory locks, temporary tables.
  await execute(engine, "discard all");
  // The audit log's own trigger refuses it; a replica's triggers are off.
  await execute(engine, "set session_replication_role = replica");
  await execute(engine, `truncate ${tables} restart identity cascade`);
  await execute(engine, "reset session_replication_role");
  return (await tablesOf(engine)) === tables;
}

async function tablesOf(engine: RawEngine): Promise<string> {
  const [result] = await execute(engine, TABLES);
  return (result?.rows ?? []).map(([name]) => name).join(", ");
}

function execute(engine: RawEngine, text: string): Promise<RawResult[]> {
  return engine.execute({ text, values: [] });
}

/** The file, made if it is missing. */
async function migratedDump(): Promise<string> {
  const folder = join("node_modules", ".cache", "svc-test-database");
  const file = join(folder, `${sourceHash()}.tar`);
  if (existsSync(file)) return file;
  const dump = await buildDump();
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
  renameSync(unfinished, file);
  return file;
}

async function buildDump(): Promise<Blob> {
  const engine = await openEngine({});
  await migrateDatabase(pgliteDatabase(new PglitePool(engine)));
  const dump = await engine.lite.dumpDataDir("none");
  await engine.close();
  return dump;
}

/** Changes with the migrations and with the version of PGlite. */
function sourceHash(): string {
  const hash = createHash("sha256").update(migrationsHash());
  hash.update(readFileSync(join(PGLITE, "package.json")));
  return hash.digest("hex").slice(0, 16);
}

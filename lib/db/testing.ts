/**
 * Fresh databases for tests. A migrated, empty data folder is dumped once and kept beside the installed packages under
 * the hash of the migrations; each test database starts from a copy of it.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openEngine } from "./_pglite-engine.ts";
import { PglitePool } from "./_pglite-pool.ts";
import { type Database, pgliteDatabase } from "./client.ts";
import { migrateDatabase, migrationsFolder } from "./migrations.ts";

/**
 * A migrated in-memory database of its own. Close it with `await db.$client.end()`.
 * Code that calls `database()` sees it after `useDatabase(db)` of `client.ts`.
 */
export async function testDatabase(): Promise<Database> {
  return pgliteDatabase(await testPool());
}

/** The pool under such a database. `waitLimitMilliseconds`: see PglitePool. */
export async function testPool(waitLimitMilliseconds?: number): Promise<PglitePool> {
  const engine = await openEngine({ loadDataDir: await migratedDump() });
  return new PglitePool(engine, waitLimitMilliseconds);
}

async function migratedDump(): Promise<Blob> {
  const folder = join("node_modules", ".cache", "svc-test-database");
  const file = join(folder, `${sourceHash()}.tar`);
  try {
    return new Blob([readFileSync(file)]);
  } catch {
    const dump = await buildDump();
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${randomUUID()}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, file);
    return dump;
  }
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
  const hash = createHash("sha256");
  hash.update(readFileSync(join("node_modules", "@electric-sql", "pglite", "package.json")));
  const folder = migrationsFolder();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql") || name.endsWith("_journal.json"))
    .toSorted();
  for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}

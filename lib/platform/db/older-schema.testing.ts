/** Databases of earlier releases, for tests. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Database } from "./client.ts";
import { migrationsFolder } from "./migrations.ts";

/** Removes what the migrations made, and all rows. */
export async function removeSchema(db: Database): Promise<void> {
  await db.execute(sql`drop schema public, drizzle cascade`);
  await db.execute(sql`create schema public`);
}

/** The state before the migration of this number. */
export async function migrateUntil(db: Database, before: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "svc-migrations-"));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { idx: number }[] };
  journal.entries = journal.entries.filter(({ idx }) => idx < before);
  writeFileSync(file, JSON.stringify(journal));
  await migrate(db, { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}

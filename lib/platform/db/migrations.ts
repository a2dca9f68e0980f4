/** Brings a database to the newest schema, from the SQL files beside this one. */
import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** Any fixed number: replicas that start together take turns under this advisory lock. */
export const MIGRATION_LOCK = 5_318_008_100;

/** The folder of the generated SQL files. */
export function migrationsFolder(): string {
  return join(import.meta.dirname, "migrations");
}

/** Runs the missing migrations through `db`; no other process may be migrating it. */
export async function migrateDatabase(db: NodePgDatabase): Promise<void> {
  await migrate(db, { migrationsFolder: migrationsFolder() });
}

/**
 * Runs the missing migrations on Postgres, one process at a time. It uses a connection of its own, without the
 * statement timeout of the pool, because building an index may take long.
 */
export async function migratePostgres(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, statement_timeout: 0 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrateDatabase(drizzle({ client }));
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}

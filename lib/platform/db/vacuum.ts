/**
 * Space of deleted rows is reused only after a vacuum, and the planner needs current statistics. A Postgres server
 * does both automatically, PGlite does not.
 */
import { sql } from "drizzle-orm";
import type { Statements } from "./client.ts";

/** Vacuums and analyzes the database where no autovacuum runs; not inside a transaction. */
export async function vacuumWithoutAutovacuum(db: Pick<Statements, "execute">): Promise<void> {
  const { rows } = await db.execute(
    sql`SELECT 1 FROM pg_stat_activity WHERE backend_type = 'autovacuum launcher'`,
  );
  if (rows.length === 0) await db.execute(sql`VACUUM (ANALYZE)`);
}

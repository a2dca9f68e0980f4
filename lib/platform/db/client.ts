/**
 * The database of this process: Postgres when `DATABASE_URL` is set, else PGlite in a worker thread. Both stand behind
 * the same Drizzle interface and give the same values.
 *
 * The server opens it; all other code calls `database()`. The open database lives on `globalThis`, because bundled route
 * handlers have their own copy of this module.
 */

import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { processSlot } from "#lib/kernel/process-slot.ts";
import type { Config } from "#lib/platform/config/config.ts";
import { openPgliteFolder } from "./_pglite-folder.ts";
import { PglitePool } from "./_pglite-pool.ts";
import { traceStatements } from "./_traced-pool.ts";
import { connectTimeoutMs } from "./connect-timeout.ts";
import { migrateDatabase, migratePostgres } from "./migrations.ts";

/** Drizzle over node-postgres or over PGlite; `transaction` works on both. */
export type Database = NodePgDatabase & { $client: { end: () => Promise<void> } };

/** The part of a database or of a transaction that a verb uses. */
export type Statements = Pick<Database, "execute" | "select" | "delete">;

const slot = processSlot<Promise<Database>>("database");

const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the server's own statement timeout: silence of this length means that the server or the network is gone. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Idle time after which TCP probes the other side. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Opens and migrates the database and makes it the one that `database()` gives. A second call gives the first one's.
 * @throws Error with a text for the operator: database not reachable, folder in use, folder damaged.
 */
export function openDatabase(config: Pick<Config, "dataDir" | "databaseUrl">): Promise<Database> {
  slot.value ??= open(config).catch((error: unknown) => {
    slot.value = undefined;
    throw error;
  });
  return slot.value;
}

/** The open database of this process. @throws Error before `openDatabase`. */
export function database(): Promise<Database> {
  return slot.value ?? Promise.reject(new Error("The database is not open in this process."));
}

/** Closes the database after the statements under way; does nothing when none is open. */
export async function closeDatabase(): Promise<void> {
  const opened = slot.value;
  slot.value = undefined;
  if (opened !== undefined) await (await opened).$client.end();
}

/** Makes `db` the database of this process, for tests of code that calls `database()`. */
export function setDatabase(db: Database | undefined): void {
  slot.value = db === undefined ? undefined : Promise.resolve(db);
}

async function open(config: Pick<Config, "dataDir" | "databaseUrl">): Promise<Database> {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl.reveal());
  const db = pgliteDatabase(new PglitePool(await openPgliteFolder(join(config.dataDir, "db"))));
  try {
    await migrateDatabase(db);
    return db;
  } catch (error) {
    await db.$client.end();
    throw error;
  }
}

/** Drizzle over the pool-shaped front of PGlite. */
export function pgliteDatabase(pool: PglitePool): Database {
  // Drizzle's type asks for all of pg.Pool; it uses `query` and `connect`, which the front has.
  return drizzle({ client: traceStatements(pool as unknown as pg.Pool) });
}

async function openPostgres(url: string): Promise<Database> {
  const connection: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs(url),
    application_name: "svc-app",
  };
  try {
    await migratePostgres(connection);
  } catch (error) {
    throw new Error(`The database ${describe(url)} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  return drizzle({ client: traceStatements(postgresPool(connection)) });
}

/** Its name contains "Pool", by which Drizzle recognises a pool. */
class PostgresPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Given): void;
  override connect(callback?: Given): Promise<pg.PoolClient> | void {
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        throw unavailable(error);
      });
    }
    return super.connect((error, client, done) => {
      callback(error && unavailable(error), client, done);
    });
  }
}

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** The statement got no connection and was not executed. Earlier ones of the same request may have been. */
function unavailable(cause: unknown): ServiceError {
  return Object.assign(new ServiceError("DATABASE_UNAVAILABLE"), { cause });
}

/** Waits `answerTimeoutMs` for an answer; a connection that gives none is not used again. */
export function postgresPool(
  connection: pg.ClientConfig,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
): pg.Pool {
  const pool = new PostgresPool({
    ...connection,
    max: 10,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same for one that is in use, between two statements of a transaction: the next statement fails.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** `host:port/name` of a connection string: no user and no password. */
function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `at ${hostname || "localhost"}:${port || "5432"}${pathname === "" ? "/" : pathname}`;
}

/** A refused connection to a name with two addresses is an AggregateError without a text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Databases of their own on a Postgres server, for tests: TEST_DATABASE_URL, else the local server on 127.0.0.1:5432.
 * A test that needs one is skipped where neither can be reached, and fails where TEST_DATABASE_URL promises one.
 */
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import pg from "pg";

/** Where a busy machine takes long to open a connection, a test waits. */
const CONNECT_TIMEOUT_S = 120;

export type OwnDatabase = { url: string; drop: () => Promise<void> };

/** The server's address from `environment`, if one answers. */
export async function probePostgres(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const url =
    environment["TEST_DATABASE_URL"] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;
  const connectionTimeoutMillis = CONNECT_TIMEOUT_S * 1_000;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    return undefined;
  }
}

/** True where a server is required: its tests must not be skipped silently. */
export function isPostgresPromised(environment: NodeJS.ProcessEnv): boolean {
  return environment["CI"] === "true" && environment["TEST_DATABASE_URL"] !== undefined;
}

/** The address of another database of the server. */
export function databaseAddress(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  url.searchParams.set("connect_timeout", `${CONNECT_TIMEOUT_S}`);
  return url.href;
}

/** A new database on the server, so that nothing of the developer's is touched. */
export async function ownDatabase(serverUrl: string | undefined): Promise<OwnDatabase> {
  if (serverUrl === undefined) throw new Error("TEST_DATABASE_URL can not be reached.");
  const name = `svc_test_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name}`);
  return {
    url: databaseAddress(serverUrl, name),
    drop: () => administer(serverUrl, `drop database ${name} with (force)`),
  };
}

/**
 * Ends what is connected to an own database, drops what is in it, and its settings: some milliseconds, where a new one takes a second.
 */
export async function emptyDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    alter database ${name} reset all;
    drop schema public cascade;
    create schema public`,
  );
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

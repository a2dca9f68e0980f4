/**
 * Databases of their own on a Postgres server, for tests: TEST_DATABASE_URL, else the local server on 127.0.0.1:5432.
 * A test that needs one is skipped where neither can be reached, and fails where TEST_DATABASE_URL promises one.
 */
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import pg from "pg";

export type OwnDatabase = { url: string; drop: () => Promise<void> };

/** The server's address from `environment`, if one answers. */
export async function probePostgres(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const url =
    environment["TEST_DATABASE_URL"] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
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

/** A new database on the server, so that nothing of the developer's is touched. */
export async function ownDatabase(serverUrl: string | undefined): Promise<OwnDatabase> {
  if (serverUrl === undefined) throw new Error("TEST_DATABASE_URL can not be reached.");
  const name = `svc_test_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name}`);
  const own = new URL(serverUrl);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    drop: () => administer(serverUrl, `drop database ${name} with (force)`),
  };
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

/** A request is refused with 503 when a statement gets no connection to Postgres. */
import net, { type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { toErrorBody } from "#lib/kernel/errors/errors.ts";
import { isPostgresPromised, probePostgres } from "#lib/kernel/postgres.testing.ts";
import { errorHeaders } from "#lib/platform/http/error-headers.ts";
import { postgresPool } from "./client.ts";

const serverUrl = await probePostgres(process.env);
const pools: pg.Pool[] = [];
const MAX_CONNECTIONS = 10;

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
});

function open(connectionString: string) {
  const pool = postgresPool({ connectionString, connectionTimeoutMillis: 3_000 });
  pools.push(pool);
  return { pool, db: drizzle({ client: pool }) };
}

async function expectRefusal(query: Promise<unknown>): Promise<void> {
  const thrown: unknown = await query.catch((error: unknown) => error);
  expect(toErrorBody(thrown)).toMatchObject({
    status: 503,
    body: { error: "DATABASE_UNAVAILABLE" },
  });
  expect(errorHeaders(thrown)).toEqual({ "Retry-After": "3" });
}

async function unusedPort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a server that is away is a 503, for a statement and for a transaction", async () => {
  const { db } = open(`postgres://app@127.0.0.1:${await unusedPort()}/app`);
  await expectRefusal(db.execute(sql`select 1`));
  await expectRefusal(db.transaction((tx) => tx.execute(sql`select 1`)));
});

describe.skipIf(serverUrl === undefined && !isPostgresPromised(process.env))("a server", () => {
  test("that ends a connection within a transaction fails it, and serves the next one", async () => {
    const { db } = open(serverUrl ?? "");
    const cut = db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${rows[0]?.["pid"]})`);
      // Without a listener, the connection's error arrives here as an uncaught exception, and Vitest fails the run.
      await setTimeout(100);
      await tx.execute(sql`select 1`);
    });
    await expect(cut).rejects.toThrow("Failed query");
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test("whose connections are all in use is a 503, and serves again when one is free", async () => {
    const { pool, db } = open(serverUrl ?? "");
    const clients: pg.PoolClient[] = [];
    try {
      while (clients.length < MAX_CONNECTIONS) clients.push(await pool.connect());
      await expectRefusal(db.execute(sql`select 1`));
    } finally {
      for (const client of clients) client.release();
    }
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test("that refuses a statement is a defect, not a server that is away", async () => {
    const { db } = open(serverUrl ?? "");
    const thrown: unknown = await db.execute(sql`select nothing`).catch((error: unknown) => error);
    expect(toErrorBody(thrown).body.error).toBe("INTERNAL");
  });
});

/**
 * Both drivers behind `Database` give the same JavaScript values, errors and transactions. The cases run on PGlite in its
 * worker and, where one is reachable, on Postgres: TEST_DATABASE_URL, else the local server on 127.0.0.1:5432.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { closeDatabase, type Database, database, openDatabase, postgresPool } from "./client.ts";
import { placeDatabase, testPool } from "./db.testing.ts";
import { migratePostgres } from "./migrations.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const samples = pgTable("driver_samples", {
  id: integer().primaryKey(),
  big: bigint({ mode: "bigint" }),
  safe: bigint({ mode: "number" }),
  amount: numeric(),
  flag: boolean(),
  words: text().array(),
  at: timestamp({ withTimezone: true }),
  data: jsonb(),
  raw: bytea(),
  note: text().unique(),
});

type Sample = typeof samples.$inferInsert;
const FULL: Sample = {
  id: 1,
  big: 9223372036854775807n,
  safe: 1_800_000_000_000,
  amount: "0.10000000000000000000000000001000",
  flag: false,
  words: ["plain", 'a "quoted" one', "{curly, comma}", "back\\slash", "", "NULL"],
  at: new Date("2026-02-28T23:59:59.123Z"),
  data: { nested: [1, "x", null], text: "é\u{1F600}" },
  raw: Buffer.from([0, 255, 92, 39]),
  note: "Robert'); DROP TABLE driver_samples;--",
};

const postgresUrl = await probePostgres(process.env);
const isPromised = isPostgresPromised(process.env);

describe("PGlite in a worker", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-db-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  sharedCases(async () => {
    await placeDatabase(dataDir);
    return openDatabase({ dataDir, databaseUrl: undefined });
  });

  it("fails, instead of waiting for ever, when a transaction queries outside of itself", async () => {
    const pool = await testPool(50);
    const client = await pool.connect();
    await expect(pool.query("select 1")).rejects.toThrow("the transaction's own handle");
    await expect(pool.connect()).rejects.toThrow("the transaction's own handle");
    client.release();
    expect(await pool.query("select 1 as one")).toMatchObject({ rows: [{ one: 1 }] });
    await expect(client.query("select 1")).rejects.toThrow("released");
    await pool.end();
  });

  it("never releases an open transaction", async () => {
    const pool = await testPool();
    const client = await pool.connect();
    await client.query("begin");
    await client.query("create table left_open (id int)");
    client.release();
    await expect(pool.query("select * from left_open")).rejects.toThrow("does not exist");
    await pool.end();
  });
});

describe.skipIf(postgresUrl === undefined && !isPromised)(
  "Postgres (skipped when neither TEST_DATABASE_URL nor 127.0.0.1:5432 can be reached)",
  () => {
    let own: OwnDatabase;
    beforeAll(async () => {
      own = await ownDatabase(postgresUrl);
    });
    afterAll(() => own.drop());

    it("is migrated once when many processes start together", async () => {
      await Promise.all(
        Array.from({ length: 4 }, () => migratePostgres({ connectionString: own.url })),
      );
      const client = new pg.Client({ connectionString: own.url });
      await client.connect();
      const { rows } = await client.query<{ hash: string }>(
        "select hash from drizzle.__drizzle_migrations",
      );
      await client.end();
      expect(new Set(rows.map((row) => row.hash)).size).toBe(rows.length);
      expect(rows.length).toBeGreaterThan(0);
    });

    it("that stops responding fails the pending statements, and gets another connection", async () => {
      const target = new URL(own.url);
      const way = await breakableWay(Number(target.port || 5432), target.hostname);
      target.port = String(way.port);
      const pool = postgresPool({ connectionString: target.href }, 300);
      await pool.query("select 1");
      way.hang();
      await expect(pool.query("select 1")).rejects.toThrow("timeout");
      way.heal();
      expect(await pool.query("select 1 as one")).toMatchObject({ rows: [{ one: 1 }] });
      await pool.end();
      await way.close();
    });

    sharedCases(() => openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) }));
  },
);

/** A port in front of the server, until it hangs: open connections then stay silent for ever. */
async function breakableWay(targetPort: number, host: string) {
  const sockets = new Set<net.Socket>();
  let isHanging = false;
  const server = net.createServer((inner) => {
    const outer = net.connect(targetPort, host);
    const begun = { isLost: false };
    const pass = (to: net.Socket) => (bytes: Buffer) => {
      begun.isLost ||= isHanging;
      if (!begun.isLost) to.write(bytes);
    };
    inner.on("data", pass(outer)).on("close", () => outer.destroy());
    outer.on("data", pass(inner)).on("close", () => inner.destroy());
    for (const socket of [inner, outer]) sockets.add(socket.on("error", () => undefined));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    hang: () => void (isHanging = true),
    heal: () => void (isHanging = false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function sharedCases(open: () => Promise<Database>): void {
  let db: Database;
  beforeAll(async () => {
    db = await open();
    await db.execute(sql`create table driver_samples (
      id int primary key, big bigint, safe bigint, amount numeric, flag boolean, words text[],
      at timestamptz, data jsonb, raw bytea, note text unique)`);
  });
  afterAll(() => closeDatabase());

  it("returns every value as it was written", async () => {
    await db.insert(samples).values([FULL, { id: 2 }]);
    const [full, empty] = await db.select().from(samples).orderBy(samples.id);
    expect(full).toEqual(FULL);
    expect(full?.raw).toBeInstanceOf(Buffer);
    expect(Object.values(empty ?? {}).filter((value) => value !== null)).toEqual([2]);
  });

  it("returns node-postgres's own values for plain statements", async () => {
    const { rows, rowCount, command } = await db.execute(sql`
      select 1::int as i, 2::bigint as b, 1.50::numeric as n, true as t, null as nothing,
             array[1, null, 3] as a, array[1.5::numeric] as na, '{"a": [1]}'::jsonb as j,
             '\\x00ff'::bytea as raw, 1.25::float8 as f, 'NaN'::float8 as nan,
             '2026-01-02'::date as d, '2026-01-02 03:04:05+00'::timestamptz at time zone 'utc' as ts,
             ${null}::text as param, ${5}::int as five, ${"x"} || 'y' as joined`);
    expect([rowCount, command]).toEqual([1, "SELECT"]);
    expect(rows).toEqual([
      {
        i: 1,
        b: "2",
        n: "1.50",
        t: true,
        nothing: null,
        a: [1, null, 3],
        na: "{1.5}",
        j: { a: [1] },
        raw: Buffer.from([0, 255]),
        f: 1.25,
        nan: Number.NaN,
        d: "2026-01-02",
        ts: "2026-01-02 03:04:05",
        param: null,
        five: 5,
        joined: "xy",
      },
    ]);
  });

  it("counts the rows of writes", async () => {
    const inserted = await db.insert(samples).values([{ id: 10 }, { id: 11 }]);
    const updated = await db.execute(sql`update driver_samples set flag = true where id >= 10`);
    const created = await db.execute(sql`create table driver_other (id int)`);
    expect([inserted.rowCount, inserted.command]).toEqual([2, "INSERT"]);
    expect([updated.rowCount, updated.command]).toEqual([2, "UPDATE"]);
    expect([created.rowCount, created.command]).toEqual([null, "CREATE"]);
  });

  it("throws errors with Postgres's fields, and never the parameters in them", async () => {
    await db.insert(samples).values({ id: 20, note: "taken" });
    const failure: unknown = await db
      .insert(samples)
      .values({ id: 21, note: "taken" })
      .catch((error: unknown) => error);
    const cause = failure instanceof Error ? failure.cause : undefined;
    expect(cause).toBeInstanceOf(pg.DatabaseError);
    expect(cause).toMatchObject({
      code: "23505",
      severity: "ERROR",
      constraint: "driver_samples_note_key",
      table: "driver_samples",
      detail: "Key (note)=(taken) already exists.",
    });
    expect(Object.keys(cause ?? {})).not.toContain("params");
    await expect(db.execute(sql`select * from nowhere`)).rejects.toMatchObject({
      cause: { code: "42P01", position: "15" },
    });
  });

  it("commits a transaction whole, or not at all", async () => {
    const result = await db.transaction(async (tx) => {
      await tx.insert(samples).values({ id: 30 });
      await tx.insert(samples).values({ id: 31 });
      return "done";
    });
    expect(result).toBe("done");
    const failing = db.transaction(async (tx) => {
      await tx.insert(samples).values({ id: 32 });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const broken = db.transaction(async (tx) => {
      await tx.insert(samples).values({ id: 33 });
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(broken).rejects.toMatchObject({ cause: { code: "22012" } });
    expect(await idsFrom(30, 39)).toEqual([30, 31]);
  });

  it("rolls back a nested transaction alone", async () => {
    await db.transaction(async (tx) => {
      await tx.insert(samples).values({ id: 40 });
      await tx
        .transaction(async (inner) => {
          await inner.insert(samples).values({ id: 41 });
          inner.rollback();
        })
        .catch(() => undefined);
      await tx.insert(samples).values({ id: 42 });
    });
    expect(await idsFrom(40, 49)).toEqual([40, 42]);
  });

  it("keeps other callers' statements out of a transaction, and answers them in order", async () => {
    const order: string[] = [];
    const opened = Promise.withResolvers<void>();
    const transaction = db.transaction(async (tx) => {
      await tx.insert(samples).values({ id: 50 });
      opened.resolve();
      await tx.execute(sql`select pg_sleep(0.05)`);
      order.push("transaction");
      throw new Error("undo");
    });
    await opened.promise;
    const outside = db
      .insert(samples)
      .values({ id: 51 })
      .then(() => order.push("outside"));
    await Promise.all([transaction.catch(() => undefined), outside]);
    expect(await idsFrom(50, 59)).toEqual([51]);
    expect(order.toSorted()).toEqual(["outside", "transaction"]);
  });

  it("increments exactly under many simultaneous transactions", async () => {
    await db.insert(samples).values({ id: 60, safe: 0 });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction(async (tx) => {
          const [row] = await tx
            .select({ safe: samples.safe })
            .from(samples)
            .where(sql`id = 60`)
            .for("update");
          await tx
            .update(samples)
            .set({ safe: (row?.safe ?? 0) + 1 })
            .where(sql`id = 60`);
        }),
      ),
    );
    const [row] = await db.select({ safe: samples.safe }).from(samples).where(sql`id = 60`);
    expect(row?.safe).toBe(20);
  });

  it("is the database of this process", async () => {
    expect(await database()).toBe(db);
  });

  async function idsFrom(low: number, high: number): Promise<number[]> {
    const rows = await db
      .select({ id: samples.id })
      .from(samples)
      .where(sql`id between ${low} and ${high}`)
      .orderBy(samples.id);
    return rows.map((row) => row.id);
  }
}

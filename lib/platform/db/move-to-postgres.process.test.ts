/** An embedded database arrives in Postgres whole, or not at all, and stays as it was. */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Secret } from "#lib/platform/env.ts";
import { acquireFileLock } from "#lib/platform/file-lock.ts";
import type { RawEngine } from "./_pglite-engine.ts";
import { openPgliteFolder } from "./_pglite-folder.ts";
import { PglitePool } from "./_pglite-pool.ts";
import { type Ask, askOf, readRows, readTables, SAME_TEXTS } from "./_table-copy.ts";
import { pgliteDatabase } from "./client.ts";
import { placeDatabase } from "./db.testing.ts";
import { fillEveryTable } from "./every-table.testing.ts";
import { migratePostgres } from "./migrations.ts";
import { type Move, moveToPostgres } from "./move-to-postgres.ts";
import { migrateUntil, removeSchema } from "./older-schema.testing.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "./postgres.testing.ts";

const serverUrl = await probePostgres(process.env);
const isSkipped = serverUrl === undefined && !isPostgresPromised(process.env);

describe.skipIf(isSkipped)("a move to Postgres (skipped where none can be reached)", () => {
  /** No move writes to it, so all tests share it. */
  let filled: string;
  let content: Record<string, string[]>;
  let own: OwnDatabase;

  beforeAll(async () => {
    filled = mkdtempSync(join(tmpdir(), "svc-move-"));
    await placeDatabase(filled);
    const engine = await openPgliteFolder(join(filled, "db"));
    await fillEveryTable(askOf(engine));
    // A sequence is ahead of its rows after a rollback.
    await engine.execute({ text: "select setval('audit_log_position_seq', 70, true)", values: [] });
    content = await readAll(askOf(engine));
    await engine.close();
  });
  afterAll(() => rmSync(filled, { recursive: true, force: true }));

  beforeEach(async () => {
    own = await ownDatabase(serverUrl);
  });
  afterEach(() => own.drop());

  const move = (changed: Partial<Move> = {}) =>
    moveToPostgres({
      dataDir: filled,
      databaseUrl: new Secret(own.url),
      progress: () => {},
      verify: async () => {},
      ...changed,
    });

  it("brings every value of every table once, and leaves the source as it was", async () => {
    const before = hashOf(filled);
    const { tables, rows } = await move();
    expect(hashOf(filled)).toEqual(before);
    const there = await contentOf(own.url);
    expect(Object.keys(there)).toEqual(Object.keys(content));
    expect(there).toEqual(content);
    const sizes = Object.entries(there).filter(([name]) => name.startsWith("public."));
    expect(sizes.filter(([, { length }]) => length !== 3)).toEqual([]);
    expect(Object.keys(there)).toHaveLength(tables);
    expect(Object.values(there).flat()).toHaveLength(rows);
    await expect(move()).rejects.toMatchObject({ code: "TARGET_NOT_EMPTY" });

    // The numbers of sequences go on and tables keep their guards; a start of the app finds nothing to migrate.
    await migratePostgres({ connectionString: own.url });
    expect(await query(own.url, "select nextval('audit_log_position_seq')")).toEqual([["71"]]);
    await expect(query(own.url, "delete from partner_ledger")).rejects.toThrow("append");
    await expect(
      query(own.url, "select distinct status, magnitude from catalyst_revisions"),
    ).resolves.toEqual([["confirmed", "3"]]);
  });

  it("refuses a target with anything in it, and an app that runs", async () => {
    await query(own.url, "create table mine (id int); create view seen as select 1");
    await expect(move()).rejects.toMatchObject({
      code: "TARGET_NOT_EMPTY",
      message: expect.stringMatching(/public\.mine, public\.seen|public\.seen, public\.mine/),
    });
    const lock = acquireFileLock(join(filled, "db", "process.lock"));
    await expect(move()).rejects.toMatchObject({ code: "SOURCE_IN_USE" });
    lock.release();
    await expect(move({ dataDir: join(filled, "none") })).rejects.toMatchObject({
      code: "SOURCE_MISSING",
    });
    expect(existsSync(join(filled, "none"))).toBe(false);
    const closed = new Secret("postgres://127.0.0.1:1/none");
    await expect(move({ databaseUrl: closed })).rejects.toMatchObject({
      code: "TARGET_UNREACHABLE",
    });
    expect(existsSync(join(filled, "db", "data.copy"))).toBe(false);
  });

  it("leaves nothing on the target when a check fails", async () => {
    const verify = async () => {
      throw new Error("not whole");
    };
    await expect(move({ verify })).rejects.toThrow("not whole");
    expect(await relations(own.url)).toEqual([]);
  });

  it("finds one value that has changed on its way", async () => {
    const original = Reflect.get(pg.Client.prototype, "query") as (...given: unknown[]) => unknown;
    const changed = function (this: pg.Client, ...given: unknown[]): unknown {
      const { text = "", values } = Object(given[0]) as { text?: string; values?: string[][] };
      const column = Number(/\bc(\d+)::text\b/.exec(text)?.[1]);
      if (text.startsWith("insert into public.audit_log")) values?.[column]?.fill("another", 0, 1);
      return Reflect.apply(original, this, given);
    };
    const changing = vi.spyOn(pg.Client.prototype, "query").mockImplementation(changed as never);
    await expect(move().finally(() => changing.mockRestore())).rejects.toMatchObject({
      code: "CONTENT_DIFFERS",
      message: expect.stringContaining("public.audit_log") as string,
    });
    expect(await relations(own.url)).toEqual([]);
  });

  it("is undone by SIGKILL in the middle, and works when it is run again", async () => {
    const code = `const { moveToPostgres } = await import(${JSON.stringify(new URL("./move-to-postgres.ts", import.meta.url).href)});
      const { Secret } = await import(${JSON.stringify(new URL("../env.ts", import.meta.url).href)});
      const progress = ({ rows, ofRows }) => { if (rows * 2 > ofRows) process.kill(process.pid, "SIGKILL"); };
      await moveToPostgres({ dataDir: process.argv[1], databaseUrl: new Secret(process.argv[2]), progress, verify: async () => {} });`;
    const child = spawnSync(process.execPath, [
      "--conditions=react-server",
      "--input-type=module",
      "-e",
      code,
      filled,
      own.url,
    ]);
    expect(child.signal).toBe("SIGKILL");
    expect(await relations(own.url)).toEqual([]);
    await move();
    expect(await readAllOf(own.url, "public.users")).toHaveLength(3);
    expect(readdirSync(join(filled, "db"))).not.toContain("data.copy");
  });

  it("needs a role that owns the database, and no superuser", async () => {
    const name = `svc_mover_${randomUUID().slice(0, 8)}`;
    const url = new URL(own.url);
    await query(own.url, `create role ${name} login nosuperuser password 'moving'`);
    url.username = name;
    url.password = "moving";
    const database = url.pathname.slice(1);
    try {
      await expect(move({ databaseUrl: new Secret(url.href) })).rejects.toMatchObject({
        code: "TARGET_FORBIDDEN",
      });
      await query(own.url, `alter database ${database} owner to ${name}`);
      await move({ databaseUrl: new Secret(url.href) });
      expect(await readAllOf(url.href, "public.users")).toHaveLength(3);
    } finally {
      await query(
        own.url,
        `reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`,
      );
    }
  });

  it("brings rows of an older version to this one, and refuses those of a newer one", async () => {
    const older = mkdtempSync(join(tmpdir(), "svc-move-"));
    const change = async (work: (engine: RawEngine) => Promise<unknown>) => {
      const engine = await openPgliteFolder(join(older, "db"));
      try {
        await work(engine);
      } finally {
        await engine.close();
      }
    };
    try {
      await placeDatabase(older);
      await change(async (engine) => {
        const ask = askOf(engine);
        const db = pgliteDatabase(new PglitePool(engine));
        await removeSchema(db);
        await migrateUntil(db, 31);
        await ask("insert into users (id, created_at) values ('usr_ada', now())");
        await ask(
          "insert into push_preferences (user_id, off, time_zone) values ('usr_ada', '[]', 'UTC')",
        );
      });
      await move({ dataDir: older });
      expect(await query(own.url, "select mail::text from push_preferences")).toEqual([["[]"]]);

      const later =
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12)";
      await change((engine) => askOf(engine)(later));
      await expect(move({ dataDir: older })).rejects.toMatchObject({ code: "SOURCE_NEWER" });
    } finally {
      rmSync(older, { recursive: true });
    }
  });
});

async function readAll(ask: Ask): Promise<Record<string, string[]>> {
  await ask(`begin; ${SAME_TEXTS}`);
  const content: Record<string, string[]> = {};
  for (const table of await readTables(ask)) {
    const rows: string[] = [];
    for await (const batch of readRows(ask, table))
      rows.push(...batch.map((row) => JSON.stringify(row)));
    content[table.name] = rows.toSorted();
  }
  await ask("rollback");
  return content;
}

const readAllOf = (url: string, table: string) => query(url, `select * from ${table}`);
const relations = (url: string) =>
  query(
    url,
    "select relname from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'drizzle')",
  );

async function contentOf(url: string) {
  return withClient(url, (client) => readAll((text) => rowsOf(client, text)));
}

async function query(url: string, text: string) {
  return withClient(url, (client) => rowsOf(client, text));
}

async function rowsOf(client: pg.Client, text: string): Promise<(string | null)[][]> {
  const types = { getTypeParser: () => (value: string) => value };
  const result = await client.query({ text, rowMode: "array", types });
  return result.rows as (string | null)[][];
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Of every file of the database; the lock is one of SQLite's. */
function hashOf(dataDir: string): Record<string, string> {
  const folder = join(dataDir, "db", "data");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}

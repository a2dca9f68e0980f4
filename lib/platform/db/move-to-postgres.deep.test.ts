/** What a move to Postgres refuses, finds and needs. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import type { RawEngine } from "./_pglite-engine.ts";
import { openPgliteFolder } from "./_pglite-folder.ts";
import { PglitePool } from "./_pglite-pool.ts";
import { askOf } from "./_table-copy.ts";
import { pgliteDatabase } from "./client.ts";
import { placeDatabase } from "./db.testing.ts";
import { migratePostgres } from "./migrations.ts";
import {
  contentOf,
  describeMoves,
  hashOf,
  query,
  readAllOf,
  relations,
} from "./moved-database.testing.ts";
import { migrateUntil, removeSchema } from "./older-schema.testing.ts";

await describeMoves(process.env, (moved) => {
  it("brings every value of every table once, and leaves the source as it was", async () => {
    const before = hashOf(moved.source.dataDir);
    const { tables, rows } = await moved.source.move(moved.own.url);
    expect(hashOf(moved.source.dataDir)).toEqual(before);
    const there = await contentOf(moved.own.url);
    expect(Object.keys(there)).toEqual(Object.keys(moved.source.content));
    expect(there).toEqual(moved.source.content);
    const sizes = Object.entries(there).filter(([name]) => name.startsWith("public."));
    expect(sizes.filter(([, { length }]) => length !== 3)).toEqual([]);
    expect(Object.keys(there)).toHaveLength(tables);
    expect(Object.values(there).flat()).toHaveLength(rows);
    await expect(moved.source.move(moved.own.url)).rejects.toMatchObject({
      code: "TARGET_NOT_EMPTY",
    });

    // The numbers of sequences go on and tables keep their guards; a start of the app finds nothing to migrate.
    await migratePostgres({ connectionString: moved.own.url });
    expect(await query(moved.own.url, "select nextval('audit_log_position_seq')")).toEqual([
      ["71"],
    ]);
    await expect(query(moved.own.url, "delete from partner_ledger")).rejects.toThrow("append");
    await expect(
      query(moved.own.url, "select distinct status, magnitude from catalyst_revisions"),
    ).resolves.toEqual([["confirmed", "3"]]);
  });

  it("refuses a target with anything in it, and an app that runs", async () => {
    await query(moved.own.url, "create table mine (id int); create view seen as select 1");
    await expect(moved.source.move(moved.own.url)).rejects.toMatchObject({
      code: "TARGET_NOT_EMPTY",
      message: expect.stringMatching(/public\.mine, public\.seen|public\.seen, public\.mine/),
    });
    const lock = acquireFileLock(join(moved.source.dataDir, "db", "process.lock"));
    await expect(moved.source.move(moved.own.url)).rejects.toMatchObject({ code: "SOURCE_IN_USE" });
    lock.release();
    await expect(
      moved.source.move(moved.own.url, { dataDir: join(moved.source.dataDir, "none") }),
    ).rejects.toMatchObject({
      code: "SOURCE_MISSING",
    });
    expect(existsSync(join(moved.source.dataDir, "none"))).toBe(false);
    const closed = new Secret("postgres://127.0.0.1:1/none");
    await expect(moved.source.move(moved.own.url, { databaseUrl: closed })).rejects.toMatchObject({
      code: "TARGET_UNREACHABLE",
    });
    expect(existsSync(join(moved.source.dataDir, "db", "data.copy"))).toBe(false);
  });

  it("leaves nothing on the target when a check fails", async () => {
    const verify = async () => {
      throw new Error("not whole");
    };
    await expect(moved.source.move(moved.own.url, { verify })).rejects.toThrow("not whole");
    expect(await relations(moved.own.url)).toEqual([]);
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
    await expect(
      moved.source.move(moved.own.url).finally(() => changing.mockRestore()),
    ).rejects.toMatchObject({
      code: "CONTENT_DIFFERS",
      message: expect.stringContaining("public.audit_log") as string,
    });
    expect(await relations(moved.own.url)).toEqual([]);
  });

  it("needs a role that owns the database, and no superuser", async () => {
    const name = `svc_mover_${randomUUID().slice(0, 8)}`;
    const url = new URL(moved.own.url);
    await query(moved.own.url, `create role ${name} login nosuperuser password 'moving'`);
    url.username = name;
    url.password = "moving";
    const database = url.pathname.slice(1);
    try {
      await expect(
        moved.source.move(moved.own.url, { databaseUrl: new Secret(url.href) }),
      ).rejects.toMatchObject({
        code: "TARGET_FORBIDDEN",
      });
      await query(moved.own.url, `alter database ${database} owner to ${name}`);
      await moved.source.move(moved.own.url, { databaseUrl: new Secret(url.href) });
      expect(await readAllOf(url.href, "public.users")).toHaveLength(3);
    } finally {
      await query(
        moved.own.url,
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
      await moved.source.move(moved.own.url, { dataDir: older });
      expect(await query(moved.own.url, "select mail::text from push_preferences")).toEqual([
        ["[]"],
      ]);

      const later =
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12)";
      await change((engine) => askOf(engine)(later));
      await expect(moved.source.move(moved.own.url, { dataDir: older })).rejects.toMatchObject({
        code: "SOURCE_NEWER",
      });
    } finally {
      rmSync(older, { recursive: true });
    }
  });
});

/**
 * The embedded database on disk: what it acknowledged stays, and two processes never share a folder.
 * DATABASE_SIGKILL_ROUNDS sets the number of kills.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { FolderInUseError } from "#lib/kernel/file-lock.ts";
import { startWorkerEngine } from "./_worker-engine.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { placeDatabase } from "./db.testing.ts";

const ROUNDS = Number(process.env["DATABASE_SIGKILL_ROUNDS"] ?? 1);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "svc-durability-"));
});
afterEach(async () => {
  await closeDatabase();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = () => openDatabase({ dataDir, databaseUrl: undefined });

/** A process that inserts rows, several at a time, and prints each id once the insert was acknowledged. */
const WRITER = `
  const { openDatabase } = await import(${JSON.stringify(new URL("./client.ts", import.meta.url).href)});
  const { sql } = await import("drizzle-orm");
  const db = await openDatabase({ dataDir: process.argv[1], databaseUrl: undefined });
  await db.execute(sql\`create table if not exists kept (id int primary key)\`);
  let next = Number(process.argv[2]);
  const insert = async () => {
    for (;;) {
      const id = next++;
      await db.execute(sql\`insert into kept values (\${id})\`);
      process.stdout.write(id + "\\n");
    }
  };
  await Promise.all([insert(), insert(), insert(), insert()]);`;

function startWriter(firstId: number) {
  const args = ["--input-type=module", "-e", WRITER, dataDir, String(firstId)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

describe("the embedded database", () => {
  it("keeps every acknowledged row through SIGKILL, and refuses a second process until then", async () => {
    await placeDatabase(dataDir);
    const acknowledged: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = startWriter(round * 1_000_000);
      const until = acknowledged.length + 200;
      for await (const line of createInterface({ input: writer.stdout })) {
        const count = acknowledged.push(Number(line));
        if (count === until - 100)
          await expect(open()).rejects.toThrow(new FolderInUseError(join(dataDir, "db")));
        // In the middle of its work.
        if (count === until) writer.kill("SIGKILL");
      }
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 200);

    await (await open()).execute(sql`insert into kept values (-1)`);
    await closeDatabase();
    const { rows } = await (await open()).execute<{ id: number }>(sql`select id from kept`);
    const stored = new Set(rows.map((row) => row.id));
    expect([...acknowledged, -1].filter((id) => !stored.has(id))).toEqual([]);
  });

  it("starts over when a process died while creating it, in a folder that no other user may enter", async () => {
    const folder = join(dataDir, "db");
    mkdirSync(folder, { mode: 0o755 });
    const unfinished = join(folder, "data.unfinished");
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, "PG_VERSION"), "18\n");
    const db = await open();
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    expect(existsSync(unfinished)).toBe(false);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("names the folder that it cannot open, and releases it", async () => {
    const data = join(dataDir, "db", "data");
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "PG_VERSION"), "9.6\n");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(open()).rejects.toThrow(`The embedded database in ${data} does not open`);
    }
  });

  it("rejects everything under way, and everything after, when its thread ends", async () => {
    await placeDatabase(dataDir);
    const engine = await startWorkerEngine(join(dataDir, "db", "data"));
    const asleep = engine.execute({ text: "select pg_sleep(30)", values: [] });
    const waiting = engine.execute({ text: "select 1", values: [] });
    const outcomes = Promise.allSettled([asleep, waiting]);
    await engine.terminate();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { name: "DatabaseStoppedError" },
      });
    }
    await expect(engine.execute({ text: "select 1", values: [] })).rejects.toThrow(
      "The embedded database has stopped",
    );
  });
});

describe("an unreachable Postgres", () => {
  it("is named without its password, and can be tried again", async () => {
    const databaseUrl = new Secret("postgres://user:hunter2@127.0.0.1:9/ledger");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failure: unknown = await openDatabase({ dataDir, databaseUrl }).catch(
        (error: unknown) => error,
      );
      expect(String(failure)).toContain("The database at 127.0.0.1:9/ledger cannot be used");
      expect(String(failure)).not.toContain("hunter2");
    }
  });
});

/** The embedded database on disk: what it acknowledged stays, and two processes never share a folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "#lib/platform/env.ts";
import { FolderInUseError } from "#lib/platform/file-lock.ts";
import { startWorkerEngine } from "./_worker-engine.ts";
import { closeDatabase, openDatabase } from "./client.ts";

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

function startWriter(firstId: number): ChildProcess {
  const args = ["--input-type=module", "-e", WRITER, dataDir, String(firstId)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Collects acknowledged ids and kills the process in the middle of its work after `count` of them. */
async function killAfter(child: ChildProcess, count: number): Promise<number[]> {
  const ids: number[] = [];
  if (child.stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: child.stdout })) {
    ids.push(Number(line));
    if (ids.length === count) child.kill("SIGKILL");
  }
  return ids;
}

describe("the embedded database", () => {
  it("keeps every acknowledged row through SIGKILL, again and again", async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      acknowledged.push(...(await killAfter(startWriter(round * 1_000_000), 200)));
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(600);
    const db = await open();
    const { rows } = await db.execute<{ id: number }>(sql`select id from kept`);
    const kept = new Set(rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it("refuses a second process on its folder, and leaves the first one undisturbed", async () => {
    const writer = startWriter(0);
    if (writer.stdout === null) throw new Error("no output");
    await once(writer.stdout, "data");
    await expect(open()).rejects.toThrow(FolderInUseError);
    await expect(open()).rejects.toThrow(join(dataDir, "db"));
    writer.kill("SIGKILL");
    await once(writer, "exit");
    const db = await open();
    expect((await db.execute(sql`select count(*)::int as n from kept`)).rows).not.toEqual([
      { n: 0 },
    ]);
  });

  it("starts over when a process died while it was creating the database", async () => {
    const unfinished = join(dataDir, "db", "data.unfinished");
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, "PG_VERSION"), "18\n");
    const db = await open();
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    expect(existsSync(unfinished)).toBe(false);
  });

  it("is in a folder that no other user may enter, also when the folder existed before", async () => {
    const folder = join(dataDir, "db");
    mkdirSync(folder, { mode: 0o755 });
    await open();
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
    const engine = await startWorkerEngine(join(dataDir, "alone"));
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

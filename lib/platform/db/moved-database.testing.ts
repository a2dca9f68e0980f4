/** For tests of a move to Postgres: an embedded database that is filled, and what is in a database on the server. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  ownDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { openPgliteFolder } from "./_pglite-folder.ts";
import { type Ask, askOf, readRows, readTables, SAME_TEXTS } from "./_table-copy.ts";
import { placeDatabase } from "./db.testing.ts";
import { fillEveryTable } from "./every-table.testing.ts";
import { type Move, moveToPostgres } from "./move-to-postgres.ts";

/** The source of moves. No move writes to it, so all tests of a file share it. */
export class FilledDatabase {
  readonly dataDir: string;
  /** Its rows by table, as texts. */
  readonly content: Readonly<Record<string, string[]>>;

  static async make(): Promise<FilledDatabase> {
    const dataDir = mkdtempSync(join(tmpdir(), "svc-move-"));
    await placeDatabase(dataDir);
    const engine = await openPgliteFolder(join(dataDir, "db"));
    await fillEveryTable(askOf(engine));
    // A sequence is ahead of its rows after a rollback.
    await engine.execute({ text: "select setval('audit_log_position_seq', 70, true)", values: [] });
    const content = await readAll(askOf(engine));
    await engine.close();
    return new FilledDatabase(dataDir, content);
  }

  private constructor(dataDir: string, content: Record<string, string[]>) {
    this.dataDir = dataDir;
    this.content = content;
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** A move of it to the database at `url`. */
  move(url: string, changed: Partial<Move> = {}) {
    return moveToPostgres({
      dataDir: this.dataDir,
      databaseUrl: new Secret(url),
      progress: () => {},
      verify: async () => {},
      ...changed,
    });
  }
}

/** Where a test moves from, and the empty database to which it moves. */
export type Moved = { source: FilledDatabase; own: OwnDatabase };

/** Declares tests of moves to Postgres. They are skipped where no server can be reached and none is promised. */
export async function describeMoves(
  environment: NodeJS.ProcessEnv,
  declare: (moved: Moved) => void,
): Promise<void> {
  const serverUrl = await probePostgres(environment);
  const isSkipped = serverUrl === undefined && !isPostgresPromised(environment);
  describe.skipIf(isSkipped)("a move to Postgres (skipped where none can be reached)", () => {
    const moved = {} as Moved;
    beforeAll(async () => {
      moved.source = await FilledDatabase.make();
    });
    afterAll(() => moved.source.remove());
    beforeEach(async () => {
      moved.own = await ownDatabase(serverUrl);
    });
    afterEach(() => moved.own.drop());
    declare(moved);
  });
}

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

export const readAllOf = (url: string, table: string) => query(url, `select * from ${table}`);
export const relations = (url: string) =>
  query(
    url,
    "select relname from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'drizzle')",
  );

export async function contentOf(url: string) {
  return withClient(url, (client) => readAll((text) => rowsOf(client, text)));
}

export async function query(url: string, text: string) {
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

/** The hash of every file of the database, except the lock, which is a file of SQLite. */
export function hashOf(dataDir: string): Record<string, string> {
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

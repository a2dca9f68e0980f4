/**
 * Copies the embedded database of a data folder whole into an empty Postgres. Everything on the target is one transaction: a process that
 * is killed leaves nothing behind. The source is read through a copy and never changes.
 */
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Secret } from "#lib/kernel/env.ts";
import { FolderInUseError } from "#lib/kernel/file-lock.ts";
import { hasPgliteFolder, openPgliteCopy } from "./_pglite-folder.ts";
import { PglitePool } from "./_pglite-pool.ts";
import {
  type Ask,
  askOf,
  countRows,
  figuresOf,
  insertStatement,
  RELATIONS,
  readRows,
  readSequences,
  readTables,
  SAME_TEXTS,
  type Table,
  transposed,
} from "./_table-copy.ts";
import { pgliteDatabase, type Statements } from "./client.ts";
import { connectTimeoutMs } from "./connect-timeout.ts";
import { MIGRATION_LOCK, migrateDatabase, migrationsFolder } from "./migrations.ts";

export type MoveCode =
  | "SOURCE_MISSING"
  | "SOURCE_IN_USE"
  | "SOURCE_NEWER"
  | "TARGET_UNREACHABLE"
  | "TARGET_FORBIDDEN"
  | "TARGET_ENCODING"
  | "TARGET_NOT_EMPTY"
  | "CONTENT_DIFFERS";

/** Nothing was moved. The message is for the operator. */
export class MoveError extends Error {
  readonly code: MoveCode;

  constructor(code: MoveCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "MoveError";
    this.code = code;
  }
}

export type MoveProgress = { table: string; rows: number; ofRows: number };
export type Moved = { tables: number; rows: number };

export type Move = {
  dataDir: string;
  databaseUrl: Secret;
  /** Called after each batch. */
  progress: (progress: MoveProgress) => void;
  /** Called with the copied rows before they are committed; what it throws undoes the move. */
  verify: (target: Pick<Statements, "execute">) => Promise<void>;
};

/** @throws MoveError; what `verify` throws; an error of the disk or of a database */
export async function moveToPostgres(move: Move): Promise<Moved> {
  const folder = join(move.dataDir, "db");
  if (!hasPgliteFolder(folder))
    throw new MoveError("SOURCE_MISSING", `There is no embedded database in ${folder}.`);
  const engine = await openSource(folder);
  try {
    const source = askOf(engine);
    const pool = new PglitePool(engine);
    await refuseNewer(source);
    // The copy, whose rows are brought to this version as a start of the app would.
    await migrateDatabase(pgliteDatabase(pool));
    return await moveInto(source, move);
  } finally {
    await engine.close();
  }
}

async function openSource(folder: string) {
  try {
    return await openPgliteCopy(folder);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const text = `The app, or another move, is running on ${folder}. Stop it first: what it writes during a move would be lost.`;
    throw new MoveError("SOURCE_IN_USE", text, error);
  }
}

async function refuseNewer(source: Ask): Promise<void> {
  const [table] = await source("select to_regclass('drizzle.__drizzle_migrations')");
  if (table?.[0] == null) return;
  const [last] = await source("select max(created_at) from drizzle.__drizzle_migrations");
  const known = migrationFiles().at(-1)?.folderMillis ?? 0;
  if (Number(last?.[0]) > known)
    throw new MoveError(
      "SOURCE_NEWER",
      "A newer version of the app has written the embedded database. Move it with that version.",
    );
}

const migrationFiles = () => readMigrationFiles({ migrationsFolder: migrationsFolder() });

async function moveInto(source: Ask, move: Move): Promise<Moved> {
  const client = await connect(move.databaseUrl);
  try {
    const target: Ask = async (text) => {
      const result = await client.query({ text, rowMode: "array", types: asTexts });
      return result.rows as (string | null)[][];
    };
    await client.query("begin");
    // A pooler may give a session that an app has used, and hosts set limits for short statements.
    await client.query(
      `set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0; ${SAME_TEXTS}`,
    );
    await prepareTarget(client, target);
    await source(`begin; ${SAME_TEXTS}`);
    const tables = await readTables(target);
    const rows = await copyTables({ source, client, tables, progress: move.progress });
    await copySequences(source, client);
    await compare(source, target, tables);
    await move.verify(drizzle({ client }));
    await client.query("commit");
    return { tables: tables.length, rows };
  } catch (error) {
    throw asMoveError(error);
  } finally {
    // An open transaction ends with its connection.
    await client.end().catch(() => undefined);
  }
}

const asTexts: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text };

async function connect(url: Secret): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url.reveal(),
    application_name: "svc-move",
    connectionTimeoutMillis: connectTimeoutMs(url.reveal()),
    keepAlive: true,
  });
  // The statement under way reports the loss; without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const reason = error instanceof Error && error.message !== "" ? error.message : "no answer";
    throw new MoveError("TARGET_UNREACHABLE", `Postgres cannot be used: ${reason}.`, error);
  }
}

async function prepareTarget(client: pg.Client, target: Ask): Promise<void> {
  // An app that starts on the target meanwhile waits for the end of the move.
  await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  const [encoding] = await target("show server_encoding");
  if (encoding?.[0] !== "UTF8")
    throw new MoveError(
      "TARGET_ENCODING",
      `The target has the encoding ${encoding?.[0]}. Create it with: create database … encoding 'UTF8' template template0`,
    );
  const found = (await target(RELATIONS)).flat();
  if (found.length > 0)
    throw new MoveError(
      "TARGET_NOT_EMPTY",
      `The target is not empty: it has ${found.slice(0, 3).join(", ")}${found.length > 3 ? ` and ${found.length - 3} more` : ""}. Name a new database in DATABASE_URL.`,
    );
  await client.query(
    "create schema if not exists drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { sql } of migrationFiles())
    for (const statement of sql) await client.query(statement);
  // A migration may have changed them.
  await client.query(SAME_TEXTS);
}

type Copying = {
  source: Ask;
  client: pg.Client;
  tables: readonly Table[];
  progress: Move["progress"];
};

/** @returns the number of rows */
async function copyTables({ source, client, tables, progress }: Copying): Promise<number> {
  let ofRows = 0;
  for (const table of tables) ofRows += await countRows(source, table);
  let copied = 0;
  for (const table of tables) {
    const text = insertStatement(table);
    for await (const rows of readRows(source, table)) {
      await client.query({ text, values: transposed(rows, table.columns.length) });
      copied += rows.length;
      progress({ table: table.name, rows: copied, ofRows });
    }
  }
  return copied;
}

async function copySequences(source: Ask, client: pg.Client): Promise<void> {
  for (const { name, last, isCalled } of await readSequences(source))
    await client.query("select setval($1::regclass, $2::bigint, $3::boolean)", [
      name,
      last,
      isCalled,
    ]);
}

/** @throws MoveError with the first table or sequence that is not the same */
async function compare(source: Ask, target: Ask, tables: readonly Table[]): Promise<void> {
  const there = await readTables(source);
  const differs = (what: string): MoveError =>
    new MoveError("CONTENT_DIFFERS", `${what} is not the same on both sides. Nothing was moved.`);
  if (JSON.stringify(there) !== JSON.stringify(tables)) throw differs("The list of tables");
  for (const table of tables) {
    const [before, after] = await Promise.all([figuresOf(source, table), figuresOf(target, table)]);
    if (before.rows !== after.rows || before.digest !== after.digest)
      throw differs(`${table.name} (${before.rows} and ${after.rows} rows)`);
  }
  const sequences = await readSequences(source);
  if (JSON.stringify(sequences) !== JSON.stringify(await readSequences(target)))
    throw differs("The position of a sequence");
}

const INSUFFICIENT_PRIVILEGE = "42501";

function asMoveError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) return error;
  const text = `The role of DATABASE_URL may not do this: ${error.message}. It must own the database, and needs no other right.`;
  return new MoveError("TARGET_FORBIDDEN", text, error);
}

/**
 * PGlite as a plain executor of statements: text parameters in, text values out. All conversion between
 * JavaScript and Postgres happens on the caller's side with node-postgres's own code, so that both
 * drivers give the same values.
 */
import { PGlite } from "@electric-sql/pglite";

export type RawValue = string | Uint8Array | null;

export type RawRequest = {
  text: string;
  /** Absent or empty: the simple protocol, where the text may hold several statements. */
  values: readonly RawValue[];
};

export type RawResult = {
  command: string;
  /** Null for a command without a count, such as CREATE TABLE. */
  rowCount: number | null;
  fields: { name: string; dataTypeID: number; format: "text" }[];
  rows: (string | null)[][];
};

/** What the pool needs of a database, in this thread or in a worker. Requests run in the order of the calls. */
export type RawEngine = {
  execute: (request: RawRequest) => Promise<RawResult[]>;
  close: () => Promise<void>;
};

const identity = (value: string): string => value;

/** Answers every type with the identity and ignores PGlite's own registrations. */
function identityTable(): Record<number | string, (value: string) => string> {
  return new Proxy({}, { get: () => identity, set: () => true });
}

type EngineOptions = {
  /** A folder; absent: in memory. */
  dataDir?: string;
  /** A dumped data folder to start from. */
  loadDataDir?: Blob;
};

/**
 * Memory that the database takes at once and never gives back: the default of 128 MB is for a server with its own machine. Reads that
 * miss these 8 MB are served by the page cache of the operating system. Given at each start, so a folder of an earlier version has them too.
 */
const MEMORY = ["-c", "shared_buffers=8MB", "-c", "maintenance_work_mem=16MB"];

/** Starts PGlite in this thread. @throws its error when the folder cannot be opened. */
export async function openEngine(options: EngineOptions): Promise<RawEngine & { lite: PGlite }> {
  const startParams = [...PGlite.defaultStartParams, ...MEMORY];
  const lite = await PGlite.create({ ...options, startParams });
  lite.parsers = identityTable();
  lite.serializers = identityTable();
  let tail: Promise<unknown> = Promise.resolve();
  const execute = (request: RawRequest): Promise<RawResult[]> => {
    const run = tail.then(() => executeRaw(lite, request));
    tail = run.catch(() => undefined);
    return run;
  };
  return { lite, execute, close: () => tail.then(() => lite.close()) };
}

type LiteResult = Awaited<ReturnType<PGlite["exec"]>>[number];

async function executeRaw(lite: PGlite, request: RawRequest): Promise<RawResult[]> {
  const { text, values } = request;
  const results: LiteResult[] =
    values.length === 0
      ? await lite.exec(text, { rowMode: "array" })
      : [await lite.query(text, [...values], { rowMode: "array" })];
  return results.map((result) => ({
    command: result.command ?? "",
    rowCount: result.rowCount ?? null,
    fields: result.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID, format: "text" })),
    // With `rowMode: "array"` and identity parsers a row is an array of texts and nulls.
    rows: result.rows as unknown as (string | null)[][],
  }));
}

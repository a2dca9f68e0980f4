/**
 * PGlite with the shape of a `pg.Pool`, for `drizzle-orm/node-postgres`. Drizzle recognises a pool by "Pool" in
 * its class name and takes a client from it for each transaction.
 *
 * PGlite has one connection, so a transaction blocks every other statement until its client is released.
 */
import pg from "pg";
import type { RawEngine, RawResult, RawValue } from "./_pglite-engine.ts";

export type QueryRequest = {
  text: string;
  values?: readonly unknown[];
  rowMode?: "array";
  types?: pg.CustomTypesConfig;
};

/**
 * A caller that queries outside of the transaction that it holds open would wait for itself. No transaction of this
 * app takes this long, so a wait of this length means such a deadlock.
 */
const WAIT_LIMIT_MS = 15_000;

/** Parts of node-postgres that its type package leaves out; a test runs both drivers side by side. */
type ResultBuilder = pg.QueryResult & {
  addFields: (fields: RawResult["fields"]) => void;
  parseRow: (values: readonly (string | null)[]) => pg.QueryResultRow;
  addRow: (row: pg.QueryResultRow) => void;
};
type Internals = {
  Result: new (rowMode: string | undefined, types: pg.CustomTypesConfig) => ResultBuilder;
  utils: { prepareValue: (value: unknown) => RawValue };
};
const internals = pg as unknown as Internals;

export class PglitePool {
  readonly #engine: RawEngine;
  readonly #waitLimit: number;
  /** Settles when the last transaction in the queue has released its client. */
  #lastTransaction: Promise<void> = Promise.resolve();
  /** Clients given out or waited for. */
  #transactions = 0;
  #ended = false;

  constructor(engine: RawEngine, waitLimitMilliseconds = WAIT_LIMIT_MS) {
    this.#engine = engine;
    this.#waitLimit = waitLimitMilliseconds;
  }

  /** Runs one statement, or several when there are no values; then the answer is an array of results. */
  async query(
    request: string | QueryRequest,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult | pg.QueryResult[]> {
    if (this.#transactions > 0) await this.#within(this.#lastTransaction);
    return run(this.#engine, request, values);
  }

  /** A client that has the database to itself until `release()`. */
  async connect(): Promise<PgliteClient> {
    const previous = this.#lastTransaction;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTransaction = promise;
    this.#transactions += 1;
    const free = (): void => {
      this.#transactions -= 1;
      resolve();
    };
    try {
      await this.#within(previous);
    } catch (error) {
      void previous.then(free);
      throw error;
    }
    return new PgliteClient(this.#engine, free);
  }

  /** Waits for the statements under way and closes the database. */
  async end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#engine.close();
  }

  async #within(turn: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(
          new Error(
            `A transaction has held the embedded database for ${this.#waitLimit} ms. A statement inside a transaction must use the transaction's own handle.`,
          ),
        );
      }, this.#waitLimit);
    });
    try {
      await Promise.race([turn, limit]);
    } finally {
      clearTimeout(timer);
    }
  }
}

export class PgliteClient {
  readonly #engine: RawEngine;
  readonly #free: () => void;
  #inTransaction = false;
  #released = false;

  constructor(engine: RawEngine, free: () => void) {
    this.#engine = engine;
    this.#free = free;
  }

  async query(
    request: string | QueryRequest,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult | pg.QueryResult[]> {
    if (this.#released) throw new Error("This client was released; its transaction is over.");
    this.#follow(typeof request === "string" ? request : request.text);
    return run(this.#engine, request, values);
  }

  /** Gives the database to the next in the queue, never with a transaction left open. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    if (!this.#inTransaction) return this.#free();
    // A failed rollback means that the database has stopped, and every later statement reports that itself.
    this.#engine.execute({ text: "rollback", values: [] }).then(this.#free, this.#free);
  }

  #follow(text: string): void {
    if (/^\s*(begin|start\s+transaction)\b/i.test(text)) this.#inTransaction = true;
    else if (/^\s*(commit|end|abort|rollback(?!\s+to\b))\b/i.test(text))
      this.#inTransaction = false;
  }
}

async function run(
  engine: RawEngine,
  request: string | QueryRequest,
  values?: readonly unknown[],
): Promise<pg.QueryResult | pg.QueryResult[]> {
  const query: QueryRequest = typeof request === "string" ? { text: request } : request;
  const prepared = (values ?? query.values ?? []).map((value) =>
    internals.utils.prepareValue(value),
  );
  const raw = await engine.execute({ text: query.text, values: prepared });
  const results = raw.map((result) => toResult(result, query));
  const [only] = results;
  return results.length === 1 && only !== undefined ? only : results;
}

function toResult(raw: RawResult, query: QueryRequest): pg.QueryResult {
  const result = new internals.Result(query.rowMode, query.types ?? pg.types);
  result.command = raw.command;
  result.rowCount = raw.rowCount;
  result.addFields(raw.fields);
  for (const row of raw.rows) result.addRow(result.parseRow(row));
  return result;
}

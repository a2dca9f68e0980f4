/**
 * One connection to the journal's database. It is direct: a transaction pooler keeps neither the lock nor the settings of
 * the session.
 */
import pg from "pg";
import type { Secret } from "#lib/kernel/env.ts";
import { UnfitServerError } from "./database-failures.ts";

/** A statement without an answer for so long has an unknown outcome, and its connection is given up. */
const ANSWER_LIMIT_MS = 3_000;
/** As `server_version_num` says 14.0: the first that ends sessions which are silent. */
const OLDEST_VERSION = 140_000;
/** The slowest line on which a block is waited for: one of four megabytes has 16 s more. */
const BYTES_PER_MS = 256;

/** A commit is visible but perhaps not replicated: the server said more than that it is done. */
export class UnprovenCommitError extends Error {
  constructor(notice: string) {
    super(`a commit may not be replicated: ${notice}`);
    this.name = "UnprovenCommitError";
  }
}

export class JournalConnection {
  readonly #client: pg.Client;
  #notice: string | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
    // The next statement fails, and that is when it matters.
    client.on("error", () => {});
    // The session asks for warnings alone. The word for their severity is in the server's language.
    client.on("notice", ({ message }) => {
      this.#notice = message ?? "";
    });
  }

  /** @throws UnfitServerError and the driver's errors */
  static async open(url: Secret, purpose: "writes" | "reads" | "lock"): Promise<JournalConnection> {
    const client = new pg.Client({
      connectionString: url.reveal(),
      application_name: `svc-venue-${purpose}`,
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
      keepAlive: true,
    });
    const connection = new JournalConnection(client);
    try {
      await client.connect();
      await requireVersion(client);
      await client.query("SET synchronous_commit = on");
      // A role or a database may have set it higher, and a commit that is not replicated would look like any other.
      await client.query("SET client_min_messages = warning");
      // So that statements of a connection that was given up end by themselves. Not every system can.
      await client.query("SET client_connection_check_interval = 1000").catch(() => undefined);
      return connection;
    } catch (error) {
      connection.drop();
      throw error;
    }
  }

  /**
   * @param bytes that the answer may have, where they are many
   * @throws the server's and the driver's errors
   */
  async query<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    bytes = 0,
  ): Promise<Row[]> {
    const statement = { text, values: [...values], query_timeout: limitOf(bytes) };
    const { rows } = await this.#client.query<Row>(statement);
    return rows;
  }

  /**
   * A statement that is a transaction of its own, with values of about `bytes`; when it resolves, the standby server has it.
   * @throws UnprovenCommitError when a notice came with it, and as `query` does.
   */
  async commit(statement: {
    name: string;
    text: string;
    values: readonly unknown[];
    bytes?: number;
  }): Promise<void> {
    this.#notice = undefined;
    const { name, text, values, bytes = 0 } = statement;
    const limit = { query_timeout: limitOf(bytes) };
    await this.#client.query({ name, text, values: [...values], ...limit });
    if (this.#notice !== undefined) throw new UnprovenCommitError(this.#notice);
  }

  /** When it resolves, the standby server has everything that this connection could see before. @throws as `commit` does */
  barrier(): Promise<void> {
    const text = "SELECT pg_logical_emit_message(true, 'venue', '')";
    return this.commit({ name: "barrier", text, values: [] });
  }

  /** Gives it up at once; a statement under way has an unknown outcome. */
  drop(): void {
    this.#client.end().catch(() => undefined);
  }

  /** Ends it in order. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version",
  );
  for (const { number, version } of rows) {
    if (Number(number) < OLDEST_VERSION) throw new UnfitServerError(version);
  }
}

function limitOf(bytes: number): number {
  return ANSWER_LIMIT_MS + Math.ceil(bytes / BYTES_PER_MS);
}

/**
 * A dedicated connection to Postgres for advisory locks and notifications, which belong to a session. A heartbeat
 * checks it, and it is reopened when it is lost.
 */
import pg from "pg";
import type { Secret } from "#lib/kernel/env.ts";

const BEAT_EVERY_MS = 1_000;
/** A statement that takes longer means that the connection or the server is lost. */
const ANSWER_LIMIT_MS = 3_000;
/** The server ends a session that is silent for this long, so that a suspended machine keeps no lock. */
const SILENCE_LIMIT_MS = 6_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

export type SessionClient = Pick<pg.Client, "query">;

export type PersistentSessionOptions = {
  url: Secret;
  /** Calls `run` once after `delayMs`; the answer cancels it. */
  after: (delayMs: number, run: () => void) => () => void;
  /** The first thing on each new connection. */
  opened: (client: SessionClient) => Promise<void>;
  /** About every second. What `opened` or `beat` throws ends this connection. */
  beat: (client: SessionClient) => Promise<void>;
  notified: (payload: string, channel: string) => void;
  /** The connection is gone, and every lock with it; another one is on its way. */
  lost: (reason: unknown) => void;
};

type Connection = { client: pg.Client; lose: (reason: unknown) => void };

export class PersistentSession {
  readonly #options: PersistentSessionOptions;
  #connection: Connection | undefined;
  #beating: Promise<void> | undefined;
  #cancel = () => {};
  #failures = 0;
  #closed = false;

  constructor(options: PersistentSessionOptions) {
    this.#options = options;
    void this.#open();
  }

  /** Runs the beat at once. */
  beatNow(): void {
    const connection = this.#connection;
    if (connection === undefined || this.#closed) return;
    this.#cancel();
    this.#beating ??= this.#beat(connection).finally(() => {
      this.#beating = undefined;
    });
  }

  /** Ends the session after `farewell`, even when that fails. */
  async close(farewell: (client: SessionClient) => Promise<void>): Promise<void> {
    this.#closed = true;
    this.#cancel();
    await this.#beating;
    const client = this.#connection?.client;
    if (client === undefined) return;
    await farewell(client).catch(() => undefined);
    await client.end().catch(() => undefined);
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url.reveal(),
      application_name: "svc-app-session",
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      statement_timeout: ANSWER_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
      keepAlive: true,
    });
    const lose = this.#whenLost(client);
    client.on("error", lose);
    client.on("end", () => lose(new Error("the connection has ended")));
    client.on("notification", ({ payload = "", channel }) =>
      this.#options.notified(payload, channel),
    );
    try {
      await client.connect();
      // Servers before 14 do not know the setting; there the connection's own keep-alive must do.
      await client.query(`SET idle_session_timeout = ${SILENCE_LIMIT_MS}`).catch(() => undefined);
      await this.#options.opened(client);
    } catch (thrown) {
      return lose(thrown);
    }
    if (this.#closed) return void client.end().catch(() => undefined);
    this.#connection = { client, lose };
    this.#failures = 0;
    this.beatNow();
  }

  async #beat({ client, lose }: Connection): Promise<void> {
    try {
      await this.#options.beat(client);
    } catch (thrown) {
      return lose(thrown);
    }
    if (this.#connection?.client !== client || this.#closed) return;
    this.#cancel = this.#options.after(BEAT_EVERY_MS, () => this.beatNow());
  }

  /** Ends this connection and opens the next one, once, however many errors report its end. */
  #whenLost(client: pg.Client): (reason: unknown) => void {
    let isLost = false;
    return (reason) => {
      if (isLost) return;
      isLost = true;
      this.#connection = undefined;
      client.end().catch(() => undefined);
      if (this.#closed) return;
      this.#options.lost(reason);
      const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures, 16));
      this.#failures += 1;
      this.#cancel = this.#options.after(delay, () => void this.#open());
    };
  }
}

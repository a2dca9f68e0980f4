/**
 * Which process is the primary: the one that holds an advisory lock, on a connection of its own. The lock only says who
 * should write; that no one else can is the work of the table's primary key.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "#lib/kernel/env.ts";
import { systemMicroseconds } from "#lib/kernel/time/system-microseconds.ts";
import type { PrimaryBeat } from "#services/venue/link/primary-beat.ts";
import { JournalConnection } from "./connection.ts";
import { FailureReport, type OnWarning } from "./database-failures.ts";

/** Any fixed number that no other advisory lock of the database uses. */
const LOCK = 8_675_309_002;
const BEAT_MS = 1_000;
const REOPEN_MS = 250;
/** The server ends a session that is silent for this long, so that a machine that is suspended keeps no lock. */
const SILENCE_MS = 3_000;

export type PrimaryLockOptions = {
  url: Secret;
  beat: PrimaryBeat;
  /** Called each time that the lock was taken, before the first beat. What it throws ends the session. */
  onTaken: (connection: JournalConnection) => Promise<void>;
  /** Called with what ended a session. When it answers true, the lock is not asked for again. */
  isFinal: (error: unknown) => boolean;
  onWarning: OnWarning;
  /** Called when the lock was lost, and not given up. */
  onLost: () => void;
};

/** The time from which on the lock has been held without a break. */
export type LockSession = { takenAt: number };

export class PrimaryLock {
  readonly #options: PrimaryLockOptions;
  readonly #report: FailureReport;
  #session: LockSession | undefined;
  #running: Promise<void> | undefined;
  #stop = new AbortController();

  constructor(options: PrimaryLockOptions) {
    this.#options = options;
    this.#report = new FailureReport("the lock of the primary", options.onWarning);
  }

  /** `undefined` while another process has the lock, or while that is unknown. */
  get session(): LockSession | undefined {
    return this.#session;
  }

  /** Begins to ask for the lock, about once a second. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Gives the lock up, so that another process can take it at once. */
  async release(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let connection: JournalConnection | undefined;
      try {
        connection = await JournalConnection.open(this.#options.url, "lock");
        await connection.query(`SET idle_session_timeout = ${SILENCE_MS}`);
        while (!signal.aborted) {
          await this.#lockOrBeat(connection);
          this.#report.succeeded();
          await sleep(BEAT_MS, undefined, { signal }).catch(() => undefined);
        }
        await connection.close();
      } catch (error) {
        // The lock is gone with the session. The beat ends without us, and the table decides who goes on.
        connection?.drop();
        if (this.#session !== undefined) this.#options.onLost();
        this.#session = undefined;
        if (this.#options.isFinal(error)) return;
        this.#report.failed(error);
        await sleep(REOPEN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    this.#session = undefined;
  }

  async #lockOrBeat(connection: JournalConnection): Promise<void> {
    const { beat, onTaken } = this.#options;
    const isNew = this.#session === undefined;
    if (isNew && !(await tryLock(connection))) return;
    const takenAt = performance.now();
    if (isNew) await onTaken(connection);
    const sentAt = systemMicroseconds();
    // A read would still succeed on a server that was cut off after its standby had been promoted.
    await connection.barrier();
    beat.answered(sentAt);
    this.#session ??= { takenAt };
  }
}

async function tryLock(connection: JournalConnection): Promise<boolean> {
  const text = "SELECT pg_try_advisory_lock($1) AS held";
  const [row] = await connection.query<{ held: boolean }>(text, [LOCK]);
  return row?.held === true;
}
